//go:build gc && !purego

#include "go_asm.h"
#include "textflag.h"

// func hasVectors() bool
TEXT ·hasVectors(SB), NOSPLIT, $0-1
	MOVB  $0, ret+0(FP)
	XORL  AX, AX
	XORL  CX, CX
	CPUID
	CMPL  AX, $7
	JCS   no
	MOVL  $1, AX
	XORL  CX, CX
	CPUID
	ANDL  $0x18000000, CX // AVX, and the system keeps its registers
	CMPL  CX, $0x18000000
	JNE   no
	XORL  CX, CX
	XGETBV
	ANDL  $6, AX
	CMPL  AX, $6
	JNE   no
	MOVL  $7, AX
	XORL  CX, CX
	CPUID
	ANDL  $0x128, BX // BMI1, AVX2, BMI2
	CMPL  BX, $0x128
	SETEQ ret+0(FP)

no:
	RET

// Y15, Y14, Y13 and Y7 have the stops, backslashes, spaces and what is rare in all that looks at
// text in the style of AX.
#define CONSTANTS \
	VMOVDQU vectorStyle_stops(AX), Y15;                \
	VMOVDQU vectorStyle_rareLow(AX), Y7;               \
	VMOVDQU ·tables+vectorTables_backslashes(SB), Y14; \
	VMOVDQU ·tables+vectorTables_spaces(SB), Y13

// PLAIN has in y which bytes of x are not of ASCII, or cannot stand in a string: but for '\\', if
// the style has an escape of '<'.
#define PLAIN(x, y) \
	VPSHUFB  x, Y15, y;  \
	VPCMPEQB x, y, y;    \
	VPCMPGTB x, Y13, Y2; \
	VPOR     Y2, y, y

// PLAIN2 is PLAIN and '\\' in all styles.
#define PLAIN2(x, y) \
	PLAIN(x, y);         \
	VPCMPEQB x, Y14, Y2; \
	VPOR     Y2, y, y

// STOPS has in Y1 which bytes of Y0 cannot stand in a string.
#define STOPS \
	VPSHUFB  Y0, Y15, Y1;                              \
	VPCMPEQB Y0, Y1, Y1;                               \
	VPCMPEQB Y0, Y14, Y2;                              \
	VPMINUB  ·tables+vectorTables_controls(SB), Y0, Y3; \
	VPCMPEQB Y0, Y3, Y3;                               \
	VPOR     Y1, Y2, Y1;                               \
	VPOR     Y1, Y3, Y1

// RUNES has what RARE, GOING and VALIDATE need: what is before counts as ASCII.
#define RUNES \
	XORL    R12, R12;                                \
	VMOVDQU ·tables+vectorTables_rareHigh(SB), Y8;   \
	VMOVDQU ·tables+vectorTables_firstHigh(SB), Y11; \
	VMOVDQU ·tables+vectorTables_firstLow(SB), Y10;  \
	VMOVDQU ·tables+vectorTables_secondHigh(SB), Y9; \
	VMOVDQU ·tables+vectorTables_lowHalves(SB), Y12; \
	VPXOR   Y5, Y5, Y5

// RARE says equal unless Y0 has what cannot stand in a string, is in no rune, or begins one of
// those that take another look.
#define RARE \
	VPSRLW  $4, Y0, Y1;  \
	VPAND   Y12, Y1, Y1; \
	VPSHUFB Y1, Y8, Y1;  \
	VPAND   Y12, Y0, Y2; \
	VPSHUFB Y2, Y7, Y2;  \
	VPTEST  Y1, Y2

// GOING says equal if the bytes of Y0 that go on are those behind the first bytes of runes, none
// of which is rare. It has in CX where bytes go on, and in R12 where they do in the next vector.
// First bytes have their second bit set, and those of runes of three the third.
#define GOING \
	VPMOVMSKB Y0, BX;     \
	VPADDB    Y0, Y0, Y1; \
	VPMOVMSKB Y1, CX;     \
	VPSLLW    $2, Y0, Y2; \
	VPMOVMSKB Y2, DX;     \
	ANDL      BX, CX;     \
	ANDL      CX, DX;     \
	XORL      CX, BX;     \
	ADDQ      CX, CX;     \
	SHLQ      $2, DX;     \
	ORQ       R12, CX;    \
	ORQ       DX, CX;     \
	MOVQ      CX, R12;    \
	SHRQ      $32, R12;   \
	XORL      CX, BX

// WHOLE says equal if a rune of two bytes, that have been looked at, ends before SI.
#define WHOLE \
	MOVWLZX -2(SI), CX;   \
	ANDL    $0xc0e0, CX;  \
	CMPL    CX, $0x80c0

// VALIDATE has 0 in Y1 if Y0 is UTF-8 after Y5, and the bytes one and two before in Y2 and Y3.
#define VALIDATE \
	VPERM2I128 $0x21, Y0, Y5, Y1;                         \
	VPALIGNR   $15, Y1, Y0, Y2;                           \
	VPALIGNR   $14, Y1, Y0, Y3;                           \
	VPALIGNR   $13, Y1, Y0, Y4;                           \
	VPSUBUSB   ·tables+vectorTables_thirds(SB), Y3, Y1;   \
	VPSUBUSB   ·tables+vectorTables_fourths(SB), Y4, Y4;  \
	VPOR       Y1, Y4, Y4;                                \
	VPAND      ·tables+vectorTables_highBits(SB), Y4, Y4; \
	VPSRLW     $4, Y2, Y1;                                \
	VPAND      Y12, Y1, Y1;                               \
	VPSHUFB    Y1, Y11, Y1;                               \
	VPAND      Y12, Y2, Y6;                               \
	VPSHUFB    Y6, Y10, Y6;                               \
	VPAND      Y6, Y1, Y1;                                \
	VPSRLW     $4, Y0, Y6;                                \
	VPAND      Y12, Y6, Y6;                               \
	VPSHUFB    Y6, Y9, Y6;                                \
	VPAND      Y6, Y1, Y1;                                \
	VPXOR      Y4, Y1, Y1

// LEADS has in bad where x, at offset from SI, has what is rare, or where bytes go on without a first
// byte before them, or do not behind one. First bytes of runes of three have two that go on behind
// them; those of four are rare.
#define LEADS(offset, x, bad) \
	VMOVDQU  offset(SI), x;                     \
	VPSRLW   $4, x, Y1;                         \
	VPAND    Y12, Y1, Y1;                       \
	VPSHUFB  Y1, Y8, Y1;                        \
	VPAND    Y12, x, Y2;                        \
	VPSHUFB  Y2, Y7, Y2;                        \
	VPAND    Y1, Y2, bad;                       \
	VMOVDQU  (offset-1)(SI), Y1;                \
	VPSUBUSB ·tables+vectorTables_going(SB), Y1, Y1;  \
	VMOVDQU  (offset-2)(SI), Y2;                \
	VPSUBUSB ·tables+vectorTables_twos(SB), Y2, Y2;   \
	VPOR     Y1, Y2, Y1;                        \
	VPCMPEQB Y5, Y1, Y1;                        \
	VPCMPGTB ·tables+vectorTables_going(SB), x, Y2;   \
	VPXOR    Y1, Y2, Y1;                        \
	VPOR     Y1, bad, bad

// func scanAVX2(b []byte, style *vectorStyle) int
TEXT ·scanAVX2(SB), NOSPLIT, $0-40
	MOVQ    b_base+0(FP), SI
	MOVQ    b_len+8(FP), CX
	MOVQ    style+24(FP), AX
	LEAQ    -32(SI)(CX*1), R8 // where the last vector begins
	CONSTANTS
	CMPQ    SI, R8
	JHI     end
	CMPB    (SI), $0x80
	JCC     first

plain:
	CMPQ      SI, R8
	JHI       end
	VMOVDQU   (SI), Y0
	PLAIN(Y0, Y1)
	VPMOVMSKB Y1, AX
	TESTL     AX, AX
	JNE       found
	ADDQ      $32, SI

two:
	LEAQ      32(SI), AX
	CMPQ      AX, R8
	JHI       plain
	VMOVDQU   (SI), Y0
	VMOVDQU   32(SI), Y4
	PLAIN(Y0, Y1)
	PLAIN(Y4, Y3)
	VPOR      Y1, Y3, Y2
	VPMOVMSKB Y2, AX
	TESTL     AX, AX
	JNE       which
	ADDQ      $64, SI
	JMP       two

which:
	VPMOVMSKB Y1, AX
	TESTL     AX, AX
	JNE       found
	VPMOVMSKB Y3, AX
	ADDQ      $32, SI

found:
	TZCNTL AX, AX
	ADDQ   AX, SI
	CMPB   (SI), $0x80
	JCS    end

first: // rune, behind ASCII
	RUNES

runes:
	CMPQ      SI, R8
	JHI       end
	VMOVDQU   (SI), Y0
	VALIDATE
	VPTEST    Y1, Y1
	JNE       end
	STOPS
	VPMOVMSKB Y1, AX
	VPMOVMSKB Y0, BX
	TESTL     AX, AX
	JNE       stop
	VMOVDQA   Y0, Y5
	ADDQ      $32, SI
	TESTL     BX, BX
	JEQ       plain
	DECL      R12
	JGT       runes
	CMPB      -1(SI), $0xc0 // a first byte, which may be rare
	JCC       runes
	CMPB      -2(SI), $0xf0
	JCC       runes
	CMPB      -3(SI), $0xf0
	JCC       runes
	VPXOR     Y5, Y5, Y5

common:
	LEAQ      32(SI), AX
	CMPQ      AX, R8
	JHI       rare
	LEADS(0, Y0, Y3)
	LEADS(32, Y4, Y6)
	VPOR      Y3, Y6, Y1
	VPTEST    Y1, Y1
	JNE       rare
	ADDQ      $64, SI
	VPOR      Y0, Y4, Y1
	VPMOVMSKB Y1, AX
	TESTL     AX, AX
	JNE       common
	JMP       plain

rare:
	MOVL    $8, R12 // vectors before it is tried again
	VMOVDQU -32(SI), Y5
	JMP     runes

stop:
	TZCNTL AX, AX
	ADDQ   AX, SI

end:
	SUBQ b_base+0(FP), SI
	MOVQ SI, ret+32(FP)
	VZEROUPPER
	RET

// copyRunes copies vectors of runes and characters that may stand in a string from SI to DI, up to
// R8 and R9. It is not zero in AX if the rest is not to be looked at again. R13 is whether
// line separators end it.
TEXT copyRunes<>(SB), NOSPLIT, $0
	RUNES

common:
	MOVL    $1, AX
	CMPQ    SI, R8
	JHI     end
	CMPQ    DI, R9
	JHI     end
	VMOVDQU (SI), Y0
	VMOVDQU Y0, (DI)
	RARE
	JNE     rare
	GOING
	JNE     rare
	VMOVDQA Y0, Y5
	ADDQ    $32, SI
	ADDQ    $32, DI
	TESTQ   CX, CX
	JNE     common
	XORL    AX, AX
	RET

runes:
	MOVL    $1, AX
	CMPQ    SI, R8
	JHI     end
	CMPQ    DI, R9
	JHI     end
	VMOVDQU (SI), Y0
	VMOVDQU Y0, (DI)

rare:
	VALIDATE
	VPTEST    Y1, Y1
	JNE       end
	XORL      DX, DX
	TESTL     R13, R13
	JEQ       stops
	VPCMPEQB  ·tables+vectorTables_lineFirst(SB), Y3, Y3
	VPCMPEQB  ·tables+vectorTables_highBits(SB), Y2, Y2
	VPAND     Y2, Y3, Y3
	VPOR      ·tables+vectorTables_ones(SB), Y0, Y2
	VPCMPEQB  ·tables+vectorTables_lineLast(SB), Y2, Y2
	VPAND     Y2, Y3, Y3
	VPMOVMSKB Y3, DX

stops:
	STOPS
	VPMOVMSKB Y1, AX
	VPMOVMSKB Y0, BX
	ORL       DX, AX
	JNE       stop
	VMOVDQA   Y0, Y5
	ADDQ      $32, SI
	ADDQ      $32, DI
	TESTL     BX, BX
	JEQ       end
	WHOLE
	JNE       runes
	XORL      R12, R12
	JMP       common

stop:
	TZCNTL AX, CX
	ADDQ   CX, SI
	ADDQ   CX, DI
	XORL   AX, AX
	BTL    CX, DX
	JCC    end
	SUBQ   $2, SI // at the first byte of the line separator
	SUBQ   $2, DI
	MOVL   $1, AX

end:
	RET

// RUNES_ALONE goes to end unless Y0, after Y5, has runes and no line separators in its first CX bytes,
// of which the others are 0; and to stop, with the places in AX, if there are characters among them
// that cannot stand in a string.
#define RUNES_ALONE \
	VALIDATE;                                           \
	VPCMPEQB  ·tables+vectorTables_lineFirst(SB), Y3, Y3; \
	VPCMPEQB  ·tables+vectorTables_highBits(SB), Y2, Y2;  \
	VPAND     Y2, Y3, Y3;                               \
	VPOR      ·tables+vectorTables_ones(SB), Y0, Y2;      \
	VPCMPEQB  ·tables+vectorTables_lineLast(SB), Y2, Y2;  \
	VPAND     Y2, Y3, Y3;                               \
	VPOR      Y1, Y3, Y4;                               \
	VPTEST    Y4, Y4;                                   \
	JNE       end;                                      \
	STOPS;                                              \
	VPMOVMSKB Y1, AX;                                   \
	BZHIL     CX, AX, AX;                               \
	TESTL     AX, AX;                                   \
	JNE       stop

// func copyRunesAVX2(b []byte, s string, style *vectorStyle) int
TEXT ·copyRunesAVX2(SB), NOSPLIT, $0-56
	MOVQ    $0, ret+48(FP)
	MOVQ    b_base+0(FP), DI
	MOVQ    s_base+24(FP), SI
	MOVQ    s_len+32(FP), CX
	MOVQ    style+40(FP), AX
	VMOVDQU vectorStyle_stops(AX), Y15
	VMOVDQU ·tables+vectorTables_backslashes(SB), Y14
	VMOVDQU ·tables+vectorTables_lowHalves(SB), Y12
	VMOVDQU ·tables+vectorTables_firstHigh(SB), Y11
	VMOVDQU ·tables+vectorTables_firstLow(SB), Y10
	VMOVDQU ·tables+vectorTables_secondHigh(SB), Y9
	LEAQ    shifts<>(SB), R10
	VPXOR   Y5, Y5, Y5
	CMPQ    CX, $32
	JCC     two
	CMPQ    CX, $16
	JCC     sixteen
	MOVQ    (SI), AX
	MOVQ    -8(SI)(CX*1), BX
	MOVQ    AX, (DI)
	MOVQ    BX, -8(DI)(CX*1)
	MOVL    $15, DX
	SUBL    CX, DX
	SHLL    $3, DX
	SHRQ    $8, BX
	SHRXQ   DX, BX, BX
	MOVQ    AX, X0
	VPINSRQ $1, BX, X0, X0
	JMP     last

two:
	VMOVDQU (SI), Y0
	VMOVDQU -32(SI)(CX*1), Y1
	VMOVDQU Y0, (DI)
	VMOVDQU Y1, -32(DI)(CX*1)
	LEAQ    -32(CX), R8
	MOVL    $32, CX
	RUNES_ALONE
	VMOVDQA Y0, Y5
	MOVQ    R8, CX
	ADDQ    $32, SI
	CMPQ    CX, $16
	JHI     most
	VMOVDQU -16(SI)(CX*1), X0
	MOVL    $16, DX
	SUBL    CX, DX
	VMOVDQU (R10)(DX*1), X1
	VPSHUFB X1, X0, X0
	JMP     last

sixteen:
	VMOVDQU (SI), X0
	VMOVDQU X0, (DI)
	VMOVDQU -16(SI)(CX*1), X0
	VMOVDQU X0, -16(DI)(CX*1)

most: // of a vector
	VMOVDQU     (SI), X0
	VMOVDQU     -16(SI)(CX*1), X2
	MOVL        $32, DX
	SUBL        CX, DX
	VMOVDQU     (R10)(DX*1), X1
	VPSHUFB     X1, X2, X2
	VINSERTI128 $1, X2, Y0, Y0

last:
	RUNES_ALONE
	ADDQ CX, SI

length:
	SUBQ s_base+24(FP), SI
	MOVQ SI, ret+48(FP)

end:
	VZEROUPPER
	RET

stop:
	TZCNTL AX, AX
	ADDQ   AX, SI
	JMP    length

// shifts moves bytes so many places towards the first as it is read from.
DATA shifts<>+0(SB)/8, $0x0706050403020100
DATA shifts<>+8(SB)/8, $0x0f0e0d0c0b0a0908
DATA shifts<>+16(SB)/8, $0x8080808080808080
DATA shifts<>+24(SB)/8, $0x8080808080808080
GLOBL shifts<>(SB), RODATA|NOPTR, $32

// COPY_PLAIN copies vectors as long as stops, which is PLAIN or PLAIN2, finds nothing in them, two at
// a time behind the first. At found, AX has what it finds in the one that is copied last.
#define COPY_PLAIN(stops) \
plain:                          \
	CMPQ      SI, R8;       \
	JHI       end;          \
	CMPQ      DI, R9;       \
	JHI       end;          \
	VMOVDQU   (SI), Y0;     \
	VMOVDQU   Y0, (DI);     \
	stops(Y0, Y1);          \
	VPMOVMSKB Y1, AX;       \
	TESTL     AX, AX;       \
	JNE       found;        \
	ADDQ      $32, SI;      \
	ADDQ      $32, DI;      \
two:                            \
	LEAQ      32(SI), AX;   \
	CMPQ      AX, R8;       \
	JHI       plain;        \
	LEAQ      32(DI), AX;   \
	CMPQ      AX, R9;       \
	JHI       plain;        \
	VMOVDQU   (SI), Y0;     \
	VMOVDQU   32(SI), Y4;   \
	VMOVDQU   Y0, (DI);     \
	VMOVDQU   Y4, 32(DI);   \
	stops(Y0, Y1);          \
	stops(Y4, Y3);          \
	VPOR      Y1, Y3, Y2;   \
	VPMOVMSKB Y2, AX;       \
	TESTL     AX, AX;       \
	JNE       which;        \
	ADDQ      $64, SI;      \
	ADDQ      $64, DI;      \
	JMP       two;          \
which:                          \
	VPMOVMSKB Y1, AX;       \
	TESTL     AX, AX;       \
	JNE       found;        \
	VPMOVMSKB Y3, AX;       \
	ADDQ      $32, SI;      \
	ADDQ      $32, DI

// func escapeAVX2(b []byte, s string, style *vectorStyle, lines bool) (n, i int)
TEXT ·escapeAVX2(SB), NOSPLIT, $8-72
	MOVQ    b_base+0(FP), DI
	MOVQ    b_len+8(FP), DX
	MOVQ    s_base+24(FP), SI
	MOVQ    s_len+32(FP), CX
	MOVQ    style+40(FP), AX
	MOVBLZX lines+48(FP), R13
	LEAQ    -32(DI)(DX*1), R9 // where the last vector is written
	LEAQ    -64(SI)(CX*1), R8 // where the last that has another behind it begins
	CONSTANTS
	LEAQ    ·escapeWord(SB), R10
	LEAQ    ·escapeLen(SB), R11

	COPY_PLAIN(PLAIN2)

found:
	LEAQ 192(DI), BX // where the last escape of the vector ends at most
	CMPQ BX, R9
	JHI  end
	MOVL $32, R12    // the bytes that are left of the vector

each:
	TZCNTL  AX, CX
	ADDQ    CX, SI
	ADDQ    CX, DI
	MOVBLZX (SI), DX
	CMPL    DX, $0x80
	JCC     runes
	MOVQ    (R10)(DX*8), BX
	MOVQ    BX, (DI)
	MOVBLZX (R11)(DX*1), BX
	ADDQ    BX, DI
	INCQ    SI
	VMOVDQU (SI), Y0
	VMOVDQU Y0, (DI)
	INCL    CX
	SUBL    CX, R12
	SHRXQ   CX, AX, AX
	TESTL   AX, AX
	JNE     each
	ADDQ    R12, SI
	ADDQ    R12, DI
	JMP     plain

runes:
	CALL  copyRunes<>(SB)
	TESTL AX, AX
	JEQ   plain

end:
	SUBQ b_base+0(FP), DI
	MOVQ DI, n+56(FP)
	SUBQ s_base+24(FP), SI
	MOVQ SI, i+64(FP)
	VZEROUPPER
	RET

// func unquoteAVX2(s, b []byte, style *vectorStyle) (n, j int)
TEXT ·unquoteAVX2(SB), NOSPLIT, $8-72
	MOVQ    s_base+0(FP), DI
	MOVQ    s_len+8(FP), DX
	MOVQ    b_base+24(FP), SI
	MOVQ    b_len+32(FP), CX
	MOVQ    style+48(FP), AX
	XORL    R13, R13
	LEAQ    -64(DI)(DX*1), R9
	LEAQ    -64(SI)(CX*1), R8
	CONSTANTS
	LEAQ    ·unescaped(SB), R10
	LEAQ    ·hexValue(SB), R11

	COPY_PLAIN(PLAIN)

found:
	MOVL $32, R12 // the bytes that are left of the vector

each:
	TZCNTL  AX, CX
	ADDQ    CX, SI
	ADDQ    CX, DI
	MOVBLZX (SI), DX
	CMPL    DX, $0x80
	JCC     runes
	CMPL    DX, $'\\'
	JNE     end
	MOVBLZX 1(SI), DX
	CMPL    DX, $'u'
	JEQ     digits
	MOVBLZX (R10)(DX*1), BX
	TESTL   BX, BX
	JEQ     end
	MOVB    BX, (DI)
	INCQ    DI
	ADDQ    $2, SI
	ADDL    $2, CX
	JMP     rest

digits: // of ASCII
	CMPW    2(SI), $0x3030
	JNE     end
	MOVBLZX 4(SI), DX
	MOVBLSX (R11)(DX*1), BX
	CMPL    BX, $8
	JCC     end             // beyond, or no digit
	MOVBLZX 5(SI), DX
	MOVBLSX (R11)(DX*1), DX
	SHLL    $4, BX
	ORL     DX, BX
	JLT     end
	MOVB    BX, (DI)
	INCQ    DI
	ADDQ    $6, SI
	ADDL    $6, CX

rest:
	SUBL    CX, R12
	JLE     plain           // it ends with the vector, or behind it
	VMOVDQU (SI), Y0
	VMOVDQU Y0, (DI)
	SHRXQ   CX, AX, AX
	TESTL   AX, AX
	JNE     each
	ADDQ    R12, SI
	ADDQ    R12, DI
	JMP     plain

runes:
	CALL  copyRunes<>(SB)
	TESTL AX, AX
	JEQ   plain

end:
	SUBQ s_base+0(FP), DI
	MOVQ DI, n+56(FP)
	SUBQ b_base+24(FP), SI
	MOVQ SI, j+64(FP)
	VZEROUPPER
	RET

DATA base64Bits<>+0(SB)/4, $0x0fc0fc00   // the first and the third six of 24 bits
DATA base64Bits<>+4(SB)/4, $0x003f03f0   // the others
DATA base64Bits<>+8(SB)/4, $0x04000040   // factors that move them to bytes
DATA base64Bits<>+12(SB)/4, $0x01000010
DATA base64Bits<>+16(SB)/4, $0x01400140  // and back
DATA base64Bits<>+20(SB)/4, $0x00011000
DATA base64Bits<>+24(SB)/1, $51
DATA base64Bits<>+25(SB)/1, $26
DATA base64Bits<>+26(SB)/1, $13
DATA base64Bits<>+27(SB)/1, $0x2f
DATA base64Bits<>+28(SB)/4, $0
GLOBL base64Bits<>(SB), RODATA|NOPTR, $32

// func encodeAVX2(b, p []byte) int
TEXT ·encodeAVX2(SB), NOSPLIT, $0-56
	MOVQ         b_base+0(FP), DI
	MOVQ         b_len+8(FP), DX
	MOVQ         p_base+24(FP), SI
	MOVQ         p_len+32(FP), CX
	LEAQ         -32(DI)(DX*1), R9
	LEAQ         -28(SI)(CX*1), R8
	VMOVDQU      ·tables+vectorTables_encodeOrder(SB), Y15
	VMOVDQU      ·tables+vectorTables_encodeShift(SB), Y14
	VPBROADCASTD base64Bits<>+0(SB), Y13
	VPBROADCASTD base64Bits<>+4(SB), Y12
	VPBROADCASTD base64Bits<>+8(SB), Y11
	VPBROADCASTD base64Bits<>+12(SB), Y10
	VPBROADCASTB base64Bits<>+24(SB), Y9
	VPBROADCASTB base64Bits<>+25(SB), Y8
	VPBROADCASTB base64Bits<>+26(SB), Y7

next:
	CMPQ        SI, R8
	JHI         end
	CMPQ        DI, R9
	JHI         end
	VMOVDQU     (SI), X0
	VINSERTI128 $1, 12(SI), Y0, Y0
	VPSHUFB     Y15, Y0, Y0
	VPAND       Y13, Y0, Y1
	VPAND       Y12, Y0, Y0
	VPMULHUW    Y11, Y1, Y1
	VPMULLW     Y10, Y0, Y0
	VPOR        Y1, Y0, Y0  // six bits each
	VPSUBUSB    Y9, Y0, Y1  // 0 for letters, 1 to 12 for others
	VPCMPGTB    Y0, Y8, Y2
	VPAND       Y7, Y2, Y2
	VPOR        Y2, Y1, Y1  // and 13 for capitals
	VPSHUFB     Y1, Y14, Y1
	VPADDB      Y1, Y0, Y0
	VMOVDQU     Y0, (DI)
	ADDQ        $24, SI
	ADDQ        $32, DI
	JMP         next

end:
	SUBQ p_base+24(FP), SI
	MOVQ SI, ret+48(FP)
	VZEROUPPER
	RET

// func decodeAVX2(p, s []byte) int
TEXT ·decodeAVX2(SB), NOSPLIT, $0-56
	MOVQ         p_base+0(FP), DI
	MOVQ         p_len+8(FP), DX
	MOVQ         s_base+24(FP), SI
	MOVQ         s_len+32(FP), CX
	LEAQ         -32(DI)(DX*1), R9
	LEAQ         -32(SI)(CX*1), R8
	VMOVDQU      ·tables+vectorTables_decodeLow(SB), Y15
	VMOVDQU      ·tables+vectorTables_decodeHigh(SB), Y14
	VMOVDQU      ·tables+vectorTables_decodeShift(SB), Y13
	VMOVDQU      ·tables+vectorTables_decodeOrder(SB), Y12
	VMOVDQU      ·tables+vectorTables_decodeHalves(SB), Y11
	VMOVDQU      ·tables+vectorTables_lowHalves(SB), Y10
	VPBROADCASTD base64Bits<>+16(SB), Y9
	VPBROADCASTD base64Bits<>+20(SB), Y8
	VPBROADCASTB base64Bits<>+27(SB), Y7

next:
	CMPQ       SI, R8
	JHI        end
	CMPQ       DI, R9
	JHI        end
	VMOVDQU    (SI), Y0
	VPSRLW     $4, Y0, Y1
	VPAND      Y10, Y1, Y1
	VPAND      Y10, Y0, Y2
	VPSHUFB    Y1, Y14, Y3
	VPSHUFB    Y2, Y15, Y2
	VPTEST     Y3, Y2
	JNE        end
	VPCMPEQB   Y7, Y0, Y2  // the slash is apart from what begins as it does
	VPADDB     Y2, Y1, Y1
	VPSHUFB    Y1, Y13, Y1
	VPADDB     Y1, Y0, Y0  // six bits each
	VPMADDUBSW Y9, Y0, Y0
	VPMADDWD   Y8, Y0, Y0  // 24 of 32
	VPSHUFB    Y12, Y0, Y0
	VPERMD     Y0, Y11, Y0
	VMOVDQU    Y0, (DI)
	ADDQ       $32, SI
	ADDQ       $24, DI
	JMP        next

end:
	SUBQ s_base+24(FP), SI
	MOVQ SI, ret+48(FP)
	VZEROUPPER
	RET

DATA numberConstants<>+0(SB)/1, $70          // '9' becomes the largest byte
DATA numberConstants<>+1(SB)/1, $118         // and '0' this
DATA numberConstants<>+2(SB)/1, $'0'
DATA numberConstants<>+3(SB)/1, $0
DATA numberConstants<>+4(SB)/2, $0x010a      // factors: 10 and 1
DATA numberConstants<>+6(SB)/2, $0
DATA numberConstants<>+8(SB)/4, $0x00010064  // 100 and 1
DATA numberConstants<>+12(SB)/4, $0x00012710 // 10000 and 1
GLOBL numberConstants<>(SB), RODATA|NOPTR, $16

// before has 1 in all bits of a place that is among so many as 16 less than the offset, and 0 in others.
DATA before<>+0(SB)/8, $-1
DATA before<>+8(SB)/8, $-1
DATA before<>+16(SB)/8, $-1
DATA before<>+24(SB)/8, $-1
DATA before<>+32(SB)/8, $0
DATA before<>+40(SB)/8, $0
DATA before<>+48(SB)/8, $0
DATA before<>+56(SB)/8, $0
GLOBL before<>(SB), RODATA|NOPTR, $64

// DIGITS has in to the first eight and the last eight of sixteen digits that end at offset from SI,
// of which as many as point are behind the point and size are of the number. Those before
// the point are one byte further ahead.
#define DIGITS(offset, point, size, to) \
	VMOVDQU    offset(SI), X0;         \
	VMOVDQU    (offset-1)(SI), X1;     \
	VMOVDQU    16(R13)(point*1), X2;   \
	VPBLENDVB  X2, X1, X0, X0;         \
	VPXOR      X13, X0, X0;            \
	VMOVDQU    16(R13)(size*1), X2;    \
	VPANDN     X0, X2, X0;             \
	VPMADDUBSW X12, X0, X0;            \
	VPMADDWD   X11, X0, X0;            \
	VPACKUSDW  X0, X0, X0;             \
	VPMADDWD   X10, X0, X0;            \
	VMOVQ      X0, to

// func numbersAVX2(b []byte, i int, list []number) (k, end int)
TEXT ·numbersAVX2(SB), NOSPLIT, $0-72
	MOVQ         b_base+0(FP), SI
	MOVQ         b_len+8(FP), R9
	LEAQ         -34(SI)(R9*1), R9 // where the last vector and what follows begin
	ADDQ         i+24(FP), SI
	MOVQ         list_base+32(FP), DI
	MOVQ         list_len+40(FP), R10
	SHLQ         $4, R10
	ADDQ         DI, R10           // the end of the list
	MOVQ         SI, R11           // after the last number
	LEAQ         before<>(SB), R13
	VPBROADCASTB numberConstants<>+0(SB), Y15
	VPBROADCASTB numberConstants<>+1(SB), Y14
	VPBROADCASTB numberConstants<>+2(SB), X13
	VPBROADCASTW numberConstants<>+4(SB), X12
	VPBROADCASTD numberConstants<>+8(SB), X11
	VPBROADCASTD numberConstants<>+12(SB), X10

next:
	CMPQ      SI, R9
	JHI       end
	CMPB      (SI), $' '
	JEQ       blank

begin:
	VMOVDQU   (SI), Y0
	VPADDB    Y15, Y0, Y1
	VPCMPGTB  Y1, Y14, Y1
	VPMOVMSKB Y1, AX             // no digits
	MOVL      AX, BX
	ANDL      $1, BX             // a sign
	XORL      BX, AX
	TZCNTL    AX, CX             // where the point is, or the end
	JCS       end
	MOVBLZX   (SI), DX
	XORL      $'-', DX
	MOVL      BX, R12
	NEGL      R12
	TESTL     R12, DX
	JNE       end                // another character
	MOVL      CX, R12
	SUBL      BX, R12            // digits before it
	JEQ       end
	CMPL      R12, $1
	SETHI     R12
	CMPB      (SI)(BX*1), $'0'
	SETEQ     DX
	TESTB     R12, DX
	JNE       end                // a zero before others
	MOVL      $32, R8            // as if all were behind a point
	XORL      R12, R12           // digits behind it
	CMPB      (SI)(CX*1), $'.'
	JNE       whole
	BLSRL     AX, AX
	TZCNTL    AX, AX
	JCS       end
	MOVL      AX, R12
	SUBL      CX, R12
	DECL      R12
	JEQ       end
	MOVL      AX, CX
	MOVL      R12, R8
	DECL      AX
	SUBL      BX, AX             // digits in all
	JMP       digits

whole:
	MOVL CX, AX
	SUBL BX, AX

digits:
	CMPL    AX, $19
	JHI     end
	ADDQ    CX, SI
	MOVBLZX (SI), DX
	CMPL    DX, $','
	JEQ     convert
	CMPL    DX, $']'
	JNE     end

convert:
	SHLQ  $63, BX
	ORQ   R12, BX
	MOVQ  BX, 8(DI)
	DIGITS(-16, R8, AX, BX)
	MOVL  BX, CX
	IMULQ $100000000, CX
	SHRQ  $32, BX
	ADDQ  CX, BX
	SUBL  $16, AX
	JLE   store
	XORL  CX, CX
	SUBL  $16, R8
	CMOVLLT CX, R8
	DIGITS(-32, R8, AX, CX)
	SHRQ  $32, CX
	MOVQ  $10000000000000000, AX
	IMULQ AX, CX
	ADDQ  CX, BX

store:
	MOVQ BX, (DI)
	ADDQ $16, DI
	MOVQ SI, R11
	INCQ SI
	CMPQ DI, R10
	JCC  end
	CMPL DX, $','
	JEQ  next

end:
	SUBQ list_base+32(FP), DI
	SHRQ $4, DI
	MOVQ DI, k+56(FP)
	SUBQ b_base+0(FP), R11
	MOVQ R11, end+64(FP)
	VZEROUPPER
	RET

blank:
	INCQ SI
	JMP  begin

// SPACES calls spaces if AX, the byte at SI, may be white space, and goes to end where it is none, or
// where there is nothing behind it. Else AX has the byte behind it, at SI.
#define SPACES \
	CMPL    AX, $' ';      \
	JHI     end;           \
	CALL    spaces<>(SB);  \
	CMPQ    SI, R8;        \
	JCC     end;           \
	MOVBLZX (SI), AX;      \
	CMPL    AX, $' ';      \
	JLS     end

// spaces passes over white space at SI, and has 1 in R13.
TEXT spaces<>(SB), NOSPLIT, $0
	MOVL $1, R13

many:
	CMPQ      SI, R9
	JHI       few
	VMOVDQU   (SI), Y0
	VPSHUFB   Y0, Y12, Y1
	VPCMPEQB  Y0, Y1, Y1
	VPMOVMSKB Y1, BX
	NOTL      BX
	TZCNTL    BX, CX
	JCS       all
	ADDQ      CX, SI
	RET

all:
	ADDQ $32, SI
	JMP  many

few:
	CMPQ    SI, R8
	JCC     end
	MOVBLZX (SI), BX
	CMPL    BX, $' '
	JEQ     one
	CMPL    BX, $'\n'
	JEQ     one
	CMPL    BX, $'\r'
	JEQ     one
	CMPL    BX, $'\t'
	JNE     end

one:
	INCQ SI
	JMP  few

end:
	RET

// QUOTED passes over the rest of a string from SI on, with its closing quote, or goes to end. Behind
// it, SI is less than R8. The labels are its own.
#define QUOTED(vector, found, byte, stop, escape, next, last) \
vector:                              \
	CMPQ      SI, R9;            \
	JHI       byte;              \
	VMOVDQU   (SI), Y0;          \
	VPCMPEQB  Y0, Y15, Y1;       \
	VPCMPEQB  Y0, Y14, Y2;       \
	VPMINUB   Y0, Y13, Y3;       \
	VPCMPEQB  Y0, Y3, Y3;        \
	VPOR      Y1, Y2, Y1;        \
	VPOR      Y1, Y3, Y1;        \
	VPMOVMSKB Y1, AX;            \
	TESTL     AX, AX;            \
	JNE       found;             \
	ADDQ      $32, SI;           \
	JMP       vector;            \
found:                               \
	TZCNTL    AX, CX;            \
	ADDQ      CX, SI;            \
	MOVBLZX   (SI), AX;          \
	JMP       stop;              \
byte:                                \
	CMPQ      SI, R8;            \
	JCC       end;               \
	MOVBLZX   (SI), AX;          \
	CMPL      AX, $'\\';         \
	JEQ       escape;            \
	CMPL      AX, $' ';          \
	JCS       end;               \
	CMPL      AX, $'"';          \
	JEQ       last;              \
	INCQ      SI;                \
	JMP       byte;              \
stop:                                \
	CMPL      AX, $'"';          \
	JEQ       last;              \
	CMPL      AX, $'\\';         \
	JNE       end;               \
escape:                              \
	LEAQ      1(SI), CX;         \
	CMPQ      CX, R8;            \
	JCC       end;               \
	MOVBLZX   (CX), AX;          \
	LEAQ      ·unescaped(SB), BX; \
	ADDQ      $2, SI;            \
	CMPB      (BX)(AX*1), $0;    \
	JNE       vector;            \
	CMPL      AX, $'u';          \
	JNE       end;               \
	LEAQ      4(SI), CX;         \
	CMPQ      CX, R8;            \
	JHI       end;               \
	LEAQ      ·hexValue(SB), BX; \
	MOVBLZX   (SI), AX;          \
	MOVBLSX   (BX)(AX*1), DX;    \
next:                                \
	INCQ      SI;                \
	MOVBLZX   (SI), AX;          \
	MOVBLSX   (BX)(AX*1), AX;    \
	ORL       AX, DX;            \
	LEAQ      1(SI), AX;         \
	CMPQ      AX, CX;            \
	JNE       next;              \
	MOVQ      CX, SI;            \
	TESTL     DX, DX;            \
	JGE       vector;            \
	JMP       end;               \
last:                                \
	INCQ      SI;                \
	CMPQ      SI, R8;            \
	JCC       end

// func skipAVX2(b []byte, i, room int) (last int, spaced bool)
TEXT ·skipAVX2(SB), NOSPLIT, $8-49
	MOVQ         b_base+0(FP), SI
	MOVQ         b_len+8(FP), R8
	ADDQ         SI, R8
	LEAQ         -32(R8), R9 // where the last vector begins
	ADDQ         i+24(FP), SI
	MOVQ         room+32(FP), R12
	XORL         R10, R10    // a bit for each object or array that is open: whether it is an object
	XORL         R11, R11    // how many are
	XORL         R13, R13    // whether there was white space
	VMOVDQU      ·tables+vectorTables_quotes(SB), Y15
	VMOVDQU      ·tables+vectorTables_backslashes(SB), Y14
	VMOVDQU      ·tables+vectorTables_controls(SB), Y13
	VMOVDQU      ·tables+vectorTables_blanks(SB), Y12
	VPBROADCASTB numberConstants<>+0(SB), Y11
	VPBROADCASTB numberConstants<>+1(SB), Y10
	MOVBLZX      (SI), AX

kind: // of the value that begins with AX at SI
	CMPL AX, $'"'
	JEQ  string
	CMPL AX, $'{'
	JEQ  object
	CMPL AX, $'['
	JEQ  array
	LEAL -'0'(AX), BX
	CMPL BX, $9
	JLS  number
	CMPL AX, $'-'
	JEQ  minus
	CMPL AX, $' '
	JLS  blanks
	LEAQ 4(SI), CX
	CMPQ CX, R8
	JCC  end
	MOVL (SI), BX
	CMPL BX, $0x65757274
	JEQ  four
	CMPL BX, $0x6c6c756e
	JEQ  four
	CMPL BX, $0x736c6166
	JNE  end
	CMPB 4(SI), $'e'
	JNE  end
	INCQ SI

four:
	ADDQ    $4, SI
	CMPQ    SI, R8
	JCC     end
	MOVBLZX (SI), AX
	JMP     after

blanks:
	SPACES
	JMP kind

string:
	INCQ SI
	QUOTED(vector, found, byte, stop, escape, next, last)
	MOVBLZX (SI), AX

after: // the value that ends before AX at SI
	TESTL R11, R11
	JEQ   whole

inside:
	CMPL AX, $','
	JEQ  comma
	CMPL AX, $'}'
	JEQ  closeObject
	CMPL AX, $']'
	JEQ  closeArray
	SPACES
	JMP  inside

comma:
	INCQ    SI
	CMPQ    SI, R8
	JCC     end
	MOVBLZX (SI), AX
	BTQ     $0, R10
	JCC     kind

name:
	CMPL AX, $'"'
	JNE  blankName
	INCQ SI
	QUOTED(nameVector, nameFound, nameByte, nameStop, nameEscape, nameNext, nameLast)

colon:
	MOVBLZX (SI), AX
	CMPL    AX, $':'
	JNE     blankColon
	INCQ    SI
	CMPQ    SI, R8
	JCC     end
	MOVBLZX (SI), AX
	JMP     kind

blankName:
	SPACES
	CMPL AX, $'"'
	JEQ  name
	JMP  end

blankColon:
	SPACES
	CMPL AX, $':'
	JEQ  colon
	JMP  end

object:
	CMPQ    R11, R12
	JGE     end
	INCL    R11
	LEAQ    1(R10)(R10*1), R10
	INCQ    SI
	CMPQ    SI, R8
	JCC     end
	MOVBLZX (SI), AX
	CMPL    AX, $'"'
	JEQ     name
	CMPL    AX, $'}'
	JEQ     closeObject
	SPACES
	CMPL    AX, $'}'
	JNE     name

closeObject:
	BTQ $0, R10
	JCC end

close:
	SHRQ    $1, R10
	INCQ    SI
	DECL    R11
	JEQ     whole
	CMPQ    SI, R8
	JCC     end
	MOVBLZX (SI), AX
	JMP     inside

array:
	CMPQ    R11, R12
	JGE     end
	INCL    R11
	ADDQ    R10, R10
	INCQ    SI
	CMPQ    SI, R8
	JCC     end
	MOVBLZX (SI), AX
	CMPL    AX, $']'
	JEQ     closeArray
	CMPL    AX, $' '
	JHI     kind
	SPACES
	CMPL    AX, $']'
	JNE     kind

closeArray:
	BTQ $0, R10
	JCS end
	JMP close

minus:
	INCQ SI

number:
	CMPQ      SI, R9
	JHI       digit
	VMOVDQU   (SI), Y0
	VPADDB    Y11, Y0, Y0
	VPCMPGTB  Y0, Y10, Y0
	VPMOVMSKB Y0, BX      // no digits
	TZCNTL    BX, CX
	JCS       end         // too many
	JEQ       end         // none
	CMPB      (SI), $'0'
	JNE       point
	CMPL      CX, $1
	JNE       end

point:
	MOVBLZX (SI)(CX*1), AX
	CMPL    AX, $'.'
	JNE     exponent
	BLSRL   BX, BX
	INCL    CX
	TZCNTL  BX, DX
	JCS     end
	CMPL    CX, DX
	JEQ     end
	MOVL    DX, CX
	MOVBLZX (SI)(CX*1), AX

exponent:
	ADDQ CX, SI
	MOVL AX, BX
	ORL  $0x20, BX
	CMPL BX, $'e'
	JNE  after

power: // that begins at SI
	INCQ    SI
	CMPQ    SI, R8
	JCC     end
	MOVBLZX (SI), AX
	CMPL    AX, $'+'
	JEQ     sign
	CMPL    AX, $'-'
	JNE     powerDigit

sign:
	INCQ    SI
	CMPQ    SI, R8
	JCC     end
	MOVBLZX (SI), AX

powerDigit:
	LEAL -'0'(AX), BX
	CMPL BX, $9
	JHI  end

powerDigits:
	INCQ    SI
	CMPQ    SI, R8
	JCC     end
	MOVBLZX (SI), AX
	LEAL    -'0'(AX), BX
	CMPL    BX, $9
	JLS     powerDigits
	JMP     after

digit: // one by one, near the end of the input
	CMPQ    SI, R8
	JCC     end
	MOVBLZX (SI), DX
	LEAL    -'0'(DX), BX
	CMPL    BX, $9
	JHI     end
	XORL    CX, CX // whether there was the point

digits:
	INCQ    SI
	CMPQ    SI, R8
	JCC     end
	MOVBLZX (SI), AX
	LEAL    -'0'(AX), BX
	CMPL    BX, $9
	JHI     noDigit
	CMPL    DX, $'0'
	JEQ     end // a zero before others
	JMP     digits

noDigit:
	CMPL    AX, $'.'
	JNE     noPoint
	TESTL   CX, CX
	JNE     end
	INCL    CX
	INCQ    SI
	CMPQ    SI, R8
	JCC     end
	MOVBLZX (SI), DX
	SUBL    $'0', DX
	CMPL    DX, $9
	JHI     end
	XORL    DX, DX // no zero before others
	JMP     digits

noPoint:
	MOVL AX, BX
	ORL  $0x20, BX
	CMPL BX, $'e'
	JEQ  power
	JMP  after

end:
	MOVQ $-1, SI
	MOVQ SI, last+40(FP)
	MOVB R13, spaced+48(FP)
	VZEROUPPER
	RET

whole:
	SUBQ b_base+0(FP), SI
	MOVQ SI, last+40(FP)
	MOVB R13, spaced+48(FP)
	VZEROUPPER
	RET
