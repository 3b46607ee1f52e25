package vectors

import (
	"bufio"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
)

// apart is the environment variable that makes a process read inputs for another.
const apart = "ASSAY_VECTORS_APART"

// reader is another process of this program, which reads inputs: a library may take so
// much memory for a length that it believes that the process ends.
type reader struct {
	cmd     *exec.Cmd
	inputs  *json.Encoder
	closer  io.Closer
	answers *bufio.Scanner
	words   *strings.Builder
}

func start() (*reader, error) {
	exe, err := os.Executable()
	if err != nil {
		return nil, err
	}
	r := &reader{cmd: exec.Command(exe, os.Args[1:]...), words: &strings.Builder{}}
	r.cmd.Env, r.cmd.Stderr = append(os.Environ(), apart+"=1"), r.words
	in, err := r.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := r.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	r.inputs, r.closer, r.answers = json.NewEncoder(in), in, bufio.NewScanner(out)
	r.answers.Buffer(nil, 1<<24)
	if err := r.cmd.Start(); err != nil {
		return nil, err
	}
	if !r.answers.Scan() || r.answers.Text() != ready {
		r.end()
		return nil, fmt.Errorf("the program is run again to read broken input, and does not come to vectors.Save: %s", strings.TrimSpace(r.words.String()))
	}
	return r, nil
}

// ready is what such a process says first.
const ready = "ready"

// ask returns the answer to an input, and whether the process is still there.
func (r *reader) ask(line Vector) (Vector, bool, error) {
	if r.inputs.Encode(line) == nil && r.answers.Scan() {
		answer := Vector{}
		return answer, true, json.Unmarshal(r.answers.Bytes(), &answer)
	}
	r.closer.Close()
	r.cmd.Wait()
	first, _, _ := strings.Cut(strings.TrimSpace(r.words.String()), "\n")
	line.Original = "dies: " + first
	return line, false, nil
}

// end ends the process.
func (r *reader) end() error {
	r.closer.Close()
	return r.cmd.Wait()
}

// serve answers inputs until there are no more.
func (o *Original) serve(in io.Reader, out io.Writer) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var line Vector
		if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
			return err
		}
		data, err := hex.DecodeString(line.Hex)
		if err != nil {
			return err
		}
		for _, s := range Subjects() {
			if s.Name == line.Workload {
				if line, err = o.input(s, input{line.Note, data}); err != nil {
					return err
				}
			}
		}
		if err := json.NewEncoder(out).Encode(line); err != nil {
			return err
		}
	}
	return lines.Err()
}
