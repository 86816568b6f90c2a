// The widths of DejaVu Sans, the font of pictures, so that text can be measured without the font. Each character is the
// width of one code point in 64ths of the font size, encoded as its index in DIGITS.
const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const RANGES: readonly {first: number; widths: string}[] = [
  {
    first: 0x20,
    widths: [
      "Uad2p9ySZZg2UXUWppppppppppWW222i/sstxolywTTqk3wynyspnvs/snsZWZ2ggnpjpnXppSSlS+pnppahZpm0mmipWp2mmmmm",
      "mmmmmmmmmmmmmmmmmmmmmmmmmmmmUappppWgg/en2X/gg2aagppUgaen+++issssss+tooooTTTTywyyyyy2yvvvvnnonnnnnn/j",
      "nnnnSSSSnpnnnnn2nppppmpmsnsnsntjtjtjtjxpyponononononypypypypwp7sTSTSTSTSTSmkTSqllkSkSkYkWkSwpwpwp0wp",
      "ynynyn//sasasaphphphphnZnZnZvpvpvpvpvpvp/0nmnsisisiXpvspspttjy0spnoynlXys/XTwlSm+wpy6n9xqpsphoWZnZn3",
      "pxuwvsirrliprlhpTgdT///1yd87zsnTSynvpvpvpvpvpnsnsn+/ypypqlynynrlS///yp/swpsn+/ynsnsnononTSTSynynsasa",
      "vpvpphnZohwpv2tnsisnonynynynynnme2fS//stjknhinfsvsonTSypsanm",
    ].join(""),
  },
  {
    first: 0x370,
    widths: [
      "qk3pSSwqmmgjjjWTmmmmggsUw4am0m11WssksoswyTqs3woywnmonnysyxTnqjpWlqpmnjjpnWmmpkknnpmpnlqlq2Wlnl2qnot2",
      "tq2qynqmldqq3o82xqznsnxotnniqpjSynnnpt3qptttooyntpTTT//ytwnwsssnyo/pwwtw3wywntnn3sys//14st/snnmisn6i",
      "qqnpwqnqpjlm3msm78tzmj2mnnoijhSSS66qnqmq82xr8w4y//yn/1pj34ynyryr/69x//82tjgAAAAAbbxrsmnpnirmoi/6pitn",
      "tntn31wq/4/74stjnlnmnmsm80smsmsp8v8vT/6qnyrwqyssm5ySsnsn+/onynyn/6pirlwqwqynynyntjnmnmnmsmni4zrmsmsm",
    ].join(""),
  },
  {
    first: 0x2010,
    widths: ["XXpg//ggUUUUhhhhggmmVr/UAAAAAAAN//PYhPYhWaa2figzzQ/gL"].join(""),
  },
];

const known = new Map<number, number>();
for (const {first, widths} of RANGES) {
  for (let i = 0; i < widths.length; i++) known.set(first + i, DIGITS.indexOf(widths.charAt(i)) / 64);
}

/** The advance of a code point, as a share of the font size. */
export function advanceOf(codePoint: number): number {
  const width = known.get(codePoint);
  if (width !== undefined) return width;
  if (isCombining(codePoint)) return 0;
  // Ideographs and emoji are about as wide as high; other unknown characters are measured like capitals.
  return codePoint >= 0x2e80 ? 1.05 : 0.72;
}

function isCombining(codePoint: number): boolean {
  return (
    (codePoint >= 0x300 && codePoint < 0x370) ||
    (codePoint >= 0x200b && codePoint <= 0x200f) ||
    (codePoint >= 0xfe00 && codePoint <= 0xfe0f)
  );
}
