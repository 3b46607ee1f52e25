package measure

import (
	"bytes"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/assay-go/assay/result"
)

// Environment describes the machine. What this system does not tell is left
// empty.
func Environment() result.Environment {
	env := result.Environment{
		OS: runtime.GOOS, Arch: runtime.GOARCH, Cores: runtime.NumCPU(),
		GOMAXPROCS: runtime.GOMAXPROCS(0), GoVersion: runtime.Version(),
	}
	if runtime.GOOS != "linux" {
		return env
	}
	env.CPU = valueOf("/proc/cpuinfo", "model name")
	if kb, err := strconv.Atoi(strings.TrimSuffix(valueOf("/proc/meminfo", "MemTotal"), " kB")); err == nil {
		env.MemoryMB = kb >> 10
	}
	env.Kernel = firstLine("/proc/sys/kernel/osrelease")
	env.Governor = firstLine("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")
	if f := strings.Fields(firstLine("/proc/loadavg")); len(f) >= 3 {
		env.Load = strings.Join(f[:3], " ")
	}
	return env
}

// valueOf returns the value of the first line "key: value" of a file of /proc.
func valueOf(file, key string) string {
	data, err := os.ReadFile(file)
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(data)) {
		if k, v, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(k) == key {
			return strings.TrimSpace(v)
		}
	}
	return ""
}

func firstLine(file string) string {
	data, err := os.ReadFile(file)
	if err != nil {
		return ""
	}
	line, _, _ := bytes.Cut(data, []byte("\n"))
	return string(bytes.TrimSpace(line))
}

// ticks are the processor's, as /proc/stat counts them; zero where there is
// none.
type ticks struct{ steal, total uint64 }

func stealTicks() ticks {
	var t ticks
	fields := strings.Fields(firstLine("/proc/stat"))
	for i, f := range fields {
		var n uint64
		if _, err := fmt.Sscan(f, &n); err != nil {
			continue
		}
		// cpu user nice system idle iowait irq softirq steal guest guest_nice
		if i == 8 {
			t.steal = n
		}
		if i >= 1 && i <= 8 {
			t.total += n
		}
	}
	return t
}

// since returns the share of the processor time since before that the hypervisor
// took, 0 to 1.
func (t ticks) since(before ticks) float64 {
	if t.total <= before.total {
		return 0
	}
	return float64(t.steal-before.steal) / float64(t.total-before.total)
}

// queue counts the processes of others that could run, now and then.
type queue struct {
	last       time.Time
	sum, looks int
}

// queueEvery is the time between two looks, which take some microseconds.
const queueEvery = 100 * time.Millisecond

func (q *queue) look(now time.Time) {
	if now.Sub(q.last) < queueEvery {
		return
	}
	q.last = now
	if n, err := strconv.Atoi(fieldOf("/proc/stat", "procs_running")); err == nil {
		q.sum += max(n-1, 0) // without this process
		q.looks++
	}
}

// mean is 0 where the system does not tell.
func (q *queue) mean() float64 {
	if q.looks == 0 {
		return 0
	}
	return float64(q.sum) / float64(q.looks)
}

// fieldOf returns the rest of the first line of a file of /proc that begins with a name.
func fieldOf(file, name string) string {
	data, err := os.ReadFile(file)
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(data)) {
		if rest, ok := strings.CutPrefix(line, name+" "); ok {
			return strings.TrimSpace(rest)
		}
	}
	return ""
}
