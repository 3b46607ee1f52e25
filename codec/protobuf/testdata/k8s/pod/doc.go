package pod
