package msgpteststruc

// TestStruc mirrors teststruc.TestStruc.
type TestStruc struct {
	_struct   struct{} `msg:"-"`
	S         string
	I64       int64
	I16       int16
	Ui64      uint64
	Ui8       uint8
	B         bool
	By        uint8
	Sslice    []string
	I64slice  []int64
	I16slice  []int16
	Ui64slice []uint64
	Ui8slice  []byte
	Bslice    []bool
	Byslice   []byte
	Iptrslice []*int64
	AnonInTestStruc
	Msi64      map[string]int64
	Nmap       map[string]bool
	Nslice     []byte
	Nint64     *int64
	Mtsptr     map[string]*TestStruc
	Mts        map[string]TestStruc
	Its        []*TestStruc
	Nteststruc *TestStruc
}

// AnonInTestStruc mirrors teststruc.AnonInTestStruc.
type AnonInTestStruc struct {
	AS        string
	AI64      int64
	AI16      int16
	AUi64     uint64
	ASslice   []string
	AI64slice []int64
	AF64slice []float64
	AMSU16    map[string]uint16
}
