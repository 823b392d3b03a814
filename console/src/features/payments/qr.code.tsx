// A QR code of one text, drawn as one path. Dark on white in every theme, since cameras expect that. The text stands
// beside it for whoever cannot scan.
import { encode } from 'uqr'

/** Modules of white around it, which scanners need. */
const quietModules = 2

export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: quietModules })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-40 shrink-0 rounded-lg bg-white"
    >
      <path d={path} className="fill-black" />
    </svg>
  )
}
