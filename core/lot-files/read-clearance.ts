const MM_OF_INCH = 25.4
const limits = [1000, 10_000] as const

/**
 * Reads a height in millimeters: meters if there is no unit ("2.1", "2.1 m"), centimeters, or feet and inches (`6'10"`, "6 ft 10 in").
 * Null if it is no height of a gate, from 1 to 10 meters.
 */
export function readClearance(text: string): number | null {
  const mm = millimeters(text.trim().replace(',', '.'))
  if (mm === null) return null
  const rounded = Math.floor(mm)
  return rounded >= limits[0] && rounded <= limits[1] ? rounded : null
}

function millimeters(text: string): number | null {
  const metric = /^(\d+(?:\.\d+)?)\s*(m|cm)?$/.exec(text)
  if (metric) return Number(metric[1]) * (metric[2] === 'cm' ? 10 : 1000)
  const feet = /^(\d+)\s*(?:'|ft)\s*(?:(\d+(?:\.\d+)?)\s*(?:"|in)?)?$/.exec(text)
  if (feet) return (Number(feet[1]) * 12 + Number(feet[2] ?? 0)) * MM_OF_INCH
  return null
}
