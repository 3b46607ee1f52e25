package doctor

import (
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Machine is what of the machine shapes figures, as far as the system tells.
type Machine struct {
	Quota     float64 `json:"quota,omitempty"`      // processors that the control group may use; 0: as many as there are, or not known
	Siblings  string  `json:"siblings,omitempty"`   // "on" where two logical processors share a core, "off", or as the system says
	HugePages string  `json:"huge_pages,omitempty"` // transparent ones: "always", "madvise" or "never"
	Governors string  `json:"governors,omitempty"`  // of frequency, of all processors

	// Speeds are how long a loop that does the same each time takes, beside the fastest
	// tenth: the median, and the slowest tenth. Where both are far from 1 and apart, the
	// processor has two speeds.
	SpeedMedian float64 `json:"speed_median"`
	SpeedSlow   float64 `json:"speed_slow"`
}

// examineMachine looks, and takes about a second.
func examineMachine() Machine {
	m := Machine{
		Quota:     quota(firstLine("/sys/fs/cgroup/cpu.max")),
		Siblings:  firstLine("/sys/devices/system/cpu/smt/control"),
		HugePages: chosen(firstLine("/sys/kernel/mm/transparent_hugepage/enabled")),
	}
	var governors []string
	for cpu := range runtime.NumCPU() {
		g := firstLine("/sys/devices/system/cpu/cpu" + strconv.Itoa(cpu) + "/cpufreq/scaling_governor")
		if g != "" && !slices.Contains(governors, g) {
			governors = append(governors, g)
		}
	}
	m.Governors = strings.Join(governors, ", ")
	m.SpeedMedian, m.SpeedSlow = speeds()
	return m
}

func firstLine(file string) string {
	data, err := os.ReadFile(file)
	if err != nil {
		return ""
	}
	line, _, _ := strings.Cut(string(data), "\n")
	return strings.TrimSpace(line)
}

// quota reads cpu.max of a control group: microseconds in each period, or "max".
func quota(text string) float64 {
	fields := strings.Fields(text)
	if len(fields) != 2 {
		return 0
	}
	most, err := strconv.ParseFloat(fields[0], 64)
	period, err2 := strconv.ParseFloat(fields[1], 64)
	if err != nil || err2 != nil || period <= 0 {
		return 0
	}
	return most / period
}

// chosen returns the word in brackets of a list such as "always [madvise] never".
func chosen(text string) string {
	_, rest, _ := strings.Cut(text, "[")
	word, _, _ := strings.Cut(rest, "]")
	return word
}

// speeds runs a loop of arithmetic, as long as a batch, for a second.
func speeds() (median, slow float64) {
	n := 1000
	for took := time.Duration(0); took < 150*time.Microsecond; n *= 2 {
		took = spin(n)
	}
	n /= 2
	var times []float64
	for began := time.Now(); time.Since(began) < time.Second; {
		times = append(times, float64(spin(n)))
	}
	slices.Sort(times)
	fast := times[len(times)/10]
	return times[len(times)/2] / fast, times[len(times)*9/10] / fast
}

// spun keeps the loop from being left out.
var spun uint64

func spin(n int) time.Duration {
	x := spun
	began := time.Now()
	for i := range n {
		x = x*6364136223846793005 + uint64(i)
	}
	took := time.Since(began)
	spun = x
	return took
}
