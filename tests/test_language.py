"""Files whose suffix promises C++ and whose text is something else."""

from __future__ import annotations

import pytest

from hygon_lint.frontend.language import foreign_language

CPP = "#pragma once\n// a table\nstatic const int kTable[] = {\n 1, 2,\n};\n"


@pytest.mark.parametrize(
    ("path", "text", "language"),
    [
        ("a.h", CPP, ""),
        ("a.inc", CPP, ""),
        ("a.inc", "1, 2, 3,\n4, 5, 6\n", ""),
        ("a.inl", "template <int N>\nint f() { return N; }\n", ""),
        ("a.inc", "ENTRY(a, 1)\nENTRY(b, 2)\n", ""),
        ("a.h", 'asm("s_add_u32 s0, s1, s2");\nvoid f();\n', ""),
        ("a.inc", ".text\n.globl k\nk:\n  s_add_u32 s0, s1, s2\n  v_mov_b32 v0, s0\n", "assembler"),
        (
            "a.inc",
            "      subroutine f(n)\n      implicit none\n      integer, intent(in) :: n\n      end subroutine\n",
            "Fortran",
        ),
        ("a.h", "#import <Foundation/Foundation.h>\n@interface A : NSObject\n@property int x;\n@end\n", "Objective-C"),
        ("a.inc", "<?php\n$a = 1;\necho $a;\n?>\n", ""),
        ("a.inc", "<?php echo 1 ?>\n", "PHP"),
        ("a.inc", "<?xml version='1.0'?>\n<a/>\n", "markup"),
        ("a.inc", "import os\nfrom os import path\n\ndef f(x):\n    return x\n", "Python"),
        ("a.inc", "#!/bin/sh\nif true\nthen\n  echo\nfi\n", "shell"),
        ("a.cpp", "<?php echo 1 ?>\n", ""),
    ],
)
def test_language(path: str, text: str, language: str) -> None:
    assert foreign_language(path, text.encode()) == language
