"""The named colours of PuzzleScript's palettes."""

from __future__ import annotations

from puzzlesynth.levels.parser.tokens import WHITE, listed

_ORDER = listed(
    "black white grey darkgrey lightgrey red darkred lightred brown darkbrown lightbrown orange yellow green "
    "darkgreen lightgreen blue lightblue darkblue purple pink"
)

_HEX = {
    "mastersystem": listed(
        "000000 FFFFFF 555555 555500 AAAAAA FF0000 AA0000 FF5555 AA5500 550000 FFAA00 "
        "FF5500 FFFF55 55AA00 005500 AAFF00 5555AA AAFFFF 000055 550055 FFAAFF"
    ),
    "gameboycolour": listed(
        "000000 FFFFFF 7F7F7C 3E3E44 BAA7A7 A7120C 880606 BA381F 57381F 3E2519 8E634B "
        "BA4B32 C0BA6F 517525 385D12 6F8E44 5D6FA7 8EA7A7 4B575D 3E3E44 BA381F"
    ),
    "amiga": listed(
        "000000 FFFFFF BBBBBB 333333 FFEEDD DD1111 990000 FF4422 663311 331100 AA6644 "
        "FF6644 FFDD66 448811 335500 88BB77 8899DD BBDDEE 666688 665555 997788"
    ),
    "arnecolors": listed(
        "000000 FFFFFF 9d9d9d 697175 cccccc be2633 732930 e06f8b a46422 493c2b eeb62f "
        "eb8931 f7e26b 44891a 2f484e a3ce27 1d57f7 B2DCEF 1B2632 342a97 de65e2"
    ),
    "famicom": listed(
        "000000 ffffff 7c7c7c 080808 bcbcbc f83800 881400 f87858 AC7C00 503000 FCE0A8 "
        "FCA044 F8B800 00B800 005800 B8F8B8 0058F8 3CBCFC 0000BC 6644FC F878F8"
    ),
    "atari": listed(
        "000000 FFFFFF 909090 404040 b0b0b0 A03C50 700014 DC849C 805020 703400 CB9870 "
        "CCAC70 ECD09C 58B06C 006414 70C484 1C3C88 6888C8 000088 3C0080 B484DC"
    ),
    "pastel": listed(
        "000000 FFFFFF 3e3e3e 313131 9cbcbc f56ca2 a63577 ffa9cf b58c53 787562 B58C53 "
        "EB792D FFe15F 00FF4F 2b732c 97c04f 0f88d3 00fffe 293a7b ff6554 eb792d"
    ),
    "ega": listed(
        "000000 ffffff 555555 555555 aaaaaa ff5555 aa0000 ff55ff aa5500 aa5500 ffff55 "
        "ff5555 ffff55 00aa00 00aaaa 55ff55 5555ff 55ffff 0000aa aa00aa ff55ff"
    ),
    "proteus_mellow": listed(
        "3d2d2e ddf1fc 9fb2d4 7b8272 a4bfda 9d5443 8c5b4a 94614c 89a78d 829e88 aaae97 "
        "d1ba86 d6cda2 75ac8d 8fa67f 8eb682 88a3ce a5adb0 5c6b8c d39fac c8ac9e"
    ),
    "proteus_night": listed(
        "010912 fdeeec 051d40 091842 062151 ad4576 934765 ab6290 61646b 3d2d2d 8393a0 "
        "0a2227 0a2541 75ac8d 0a2434 061f2e 0b2c79 809ccb 08153b 666a87 754b4d"
    ),
    "proteus_rich": listed(
        "6f686f d1b1e2 b9aac1 8e8b84 c7b5cd a11f4f 934765 c998ad 89867d 797f75 ab9997 "
        "ce8c5c f0d959 75bc54 599d79 90cf5c 8fd0ec bcdce7 0b2c70 9b377f cd88e5"
    ),
    "amstrad": listed(
        "000000 ffffff 7f7f7f 636363 afafaf ff0000 7f0000 ff7f7f ff7f00 7f7f00 ffff00 "
        "ff007f ffff7f 01ff00 007f00 7fff7f 0000ff 7f7fff 00007f 7f007f ff7fff"
    ),
    "c64": listed(
        "000000 ffffff 6C6C6C 444444 959595 68372B 3f1e17 9A6759 433900 221c02 6d5c0d "
        "6F4F25 B8C76F 588D43 345129 9AD284 6C5EB5 70A4B2 352879 6F3D86 b044ac"
    ),
    "whitingjp": listed(
        "202527 eff8fd 7b7680 3c3b44 bed0d7 bd194b 6b1334 ef2358 b52e1c 681c12 e87b45 "
        "ff8c10 fbd524 36bc3c 317610 8ce062 3f62c6 57bbe0 2c2fa0 7037d9 ec2b8f"
    ),
}

_BY_NUMBER = listed(
    "mastersystem gameboycolour amiga arnecolors famicom atari pastel ega amstrad proteus_mellow "
    "proteus_rich proteus_night c64 whitingjp"
)

DEFAULT_PALETTE = "arnecolors"

Palette = dict[str, str]


def find_palette(name: str) -> Palette | None:
    """A palette by its name or its number, from colour name to `#rrggbb`; None if there is none such."""
    name = palette_name(name)
    if name not in _HEX:
        return None
    colors = {color: f"#{value}" for color, value in zip(_ORDER, _HEX[name], strict=True)}
    colors |= {color.replace("grey", "gray"): value for color, value in colors.items()}
    return colors


def palette_name(name: str) -> str:
    """What a palette's number stands for; names stay as they are."""
    numbers = {str(number): name for number, name in enumerate(_BY_NUMBER, start=1)}
    return numbers.get(name, name)


def to_hex(palette: Palette, color: str) -> str:
    """A colour's name as `#rrggbb`; what is no name stays as it is."""
    color = color.strip(WHITE)
    return palette.get(color, color)
