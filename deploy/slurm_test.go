//go:build long

package deploy

import (
	"bytes"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/assay-go/assay/internal/filetest"
	"github.com/assay-go/assay/result"
)

// cluster starts a Slurm of this machine alone, and returns the environment of
// its clients. The test is skipped where there is none.
func cluster(t *testing.T) []string {
	t.Helper()
	for _, program := range []string{"slurmctld", "slurmd", "sbatch", "sinfo"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("there is no Slurm here (%v): Debian's slurm-wlm has it", err)
		}
	}
	if os.Getuid() != 0 {
		t.Skip("slurmd starts only as root")
	}
	host, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	host, _, _ = strings.Cut(host, ".")
	dir := t.TempDir()
	for _, d := range []string{"state", "spool"} {
		if err := os.Mkdir(filepath.Join(dir, d), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	ports := freePorts(t, 2)
	conf := filepath.Join(dir, "slurm.conf")
	text := fmt.Sprintf(`ClusterName=assay
SlurmctldHost=%[1]s(127.0.0.1)
SlurmUser=root
AuthType=auth/none
CredType=cred/none
SlurmctldPort=%[2]d
SlurmdPort=%[3]d
SlurmctldPidFile=%[4]s/slurmctld.pid
SlurmdPidFile=%[4]s/slurmd.pid
SlurmctldLogFile=%[4]s/slurmctld.log
SlurmdLogFile=%[4]s/slurmd.log
StateSaveLocation=%[4]s/state
SlurmdSpoolDir=%[4]s/spool
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/linear
SchedulerType=sched/builtin
MpiDefault=none
ReturnToService=2
NodeName=%[1]s NodeAddr=127.0.0.1 CPUs=%[5]d State=UNKNOWN
PartitionName=all Nodes=%[1]s Default=YES MaxTime=INFINITE State=UP
`, host, ports[0], ports[1], dir, runtime.NumCPU())
	filetest.Write(t, conf, text)
	env := append(os.Environ(), "SLURM_CONF="+conf)
	ended := make(chan error, 2)
	for _, daemon := range []string{"slurmctld", "slurmd"} {
		cmd := exec.Command(daemon, "-D")
		cmd.Env = env
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		gone := make(chan struct{})
		go func() {
			ended <- cmd.Wait()
			close(gone)
		}()
		t.Cleanup(func() {
			cmd.Process.Signal(os.Interrupt)
			select {
			case <-gone:
			case <-time.After(10 * time.Second): // clock: killed in the end, whatever the verdict was
				cmd.Process.Kill()
				<-gone
			}
		})
	}
	// However long it takes on a busy machine: one that does not start has ended.
	for {
		cmd := exec.Command("sinfo", "--noheader", "--format=%T")
		cmd.Env = env
		if out, err := cmd.Output(); err == nil && strings.TrimSpace(string(out)) == "idle" {
			return env
		}
		select {
		case err := <-ended:
			log, _ := os.ReadFile(filepath.Join(dir, "slurmctld.log"))
			t.Skipf("Slurm does not start on this machine: %v\n%s", err, log)
		case <-time.After(time.Second): // clock: until it looks again, however often
		}
	}
}

// freePorts returns ports that nothing listens at, each another.
func freePorts(t *testing.T, n int) (ports []int) {
	t.Helper()
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		ports = append(ports, l.Addr().(*net.TCPAddr).Port)
	}
	return ports
}

// Four tasks of an array measure a shard each, and are joined; one that is lost
// is named, and run alone.
func TestSlurm(t *testing.T) {
	env := cluster(t)
	dir := t.TempDir()
	assay := filepath.Join(dir, "assay")
	if out, err := exec.Command("go", "build", "-o", assay, "../cmd/assay").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	env = append(env, "ASSAY="+assay, "RESULTS="+dir, "ASSAY_SHARDS=4")
	submit := func(array string) {
		t.Helper()
		cmd := exec.Command("sbatch", "--wait", "--array="+array, "--output="+dir+"/%a.log", "slurm.sh",
			"data", "--serializers=json,gob,xml,goccy,jsoniter,segmentio-json", "--time=1s", "--processes=6")
		cmd.Env = env
		if out, err := cmd.CombinedOutput(); err != nil {
			logs, _ := filepath.Glob(dir + "/*.log")
			for _, name := range logs {
				log, _ := os.ReadFile(name)
				out = append(append(out, name+":\n"...), log...)
			}
			t.Fatalf("%v: %s", err, out)
		}
	}
	merge := func(out string, want error) string {
		t.Helper()
		shards, err := filepath.Glob(filepath.Join(dir, "shard-*.json"))
		if err != nil {
			t.Fatal(err)
		}
		var stderr bytes.Buffer
		cmd := exec.Command(assay, append([]string{"merge", "--out=" + out}, shards...)...)
		cmd.Stderr = &stderr
		err = cmd.Run()
		if exit := (*exec.ExitError)(nil); errors.As(err, &exit) != (want != nil) {
			t.Fatalf("assay merge: %v: %s", err, stderr.String())
		}
		return stderr.String()
	}
	submit("1-4")
	all := filepath.Join(dir, "all.json")
	merge(all, nil)
	whole, err := result.ReadFile(all)
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]bool{}
	for _, c := range whole.Subjects[0].Cases {
		if c.Status == result.OK {
			rows[c.Row] = true
		}
	}
	if !whole.Complete || len(whole.Parts) != 4 || len(rows) < 10 {
		t.Errorf("%d parts with %d rows, complete: %v", len(whole.Parts), len(rows), whole.Complete)
	}
	t.Logf("%d rows of 4 shards, scaled by %.3f, %.3f, %.3f and %.3f", len(rows), whole.Parts[0].Scale, whole.Parts[1].Scale, whole.Parts[2].Scale, whole.Parts[3].Scale)

	if err := os.Remove(filepath.Join(dir, "shard-3.json")); err != nil {
		t.Fatal(err)
	}
	if said := merge(filepath.Join(dir, "part.json"), errors.New("a shard is missing")); !strings.Contains(said, "shard 3 of 4 is missing: run it alone with --shard=3/4") {
		t.Errorf("without shard 3: %q", said)
	}
	submit("3")
	merge(all, nil)
	again, err := result.ReadFile(all)
	if err != nil || !again.Complete || len(again.Missing()) > 0 {
		t.Errorf("with a new shard 3: %+v, %v", again.Missing(), err)
	}
}
