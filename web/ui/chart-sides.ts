import { useDirection } from '@mantine/core'

interface ChartSides {
  /** For the axis across. */
  reversed: boolean
  /** For the axis upright. Its words have the same distance to it on both sides. */
  upright: { orientation: 'left' | 'right'; tick: { transform: string; fontSize: number; fill: string } }
}

/** From which side a chart is read: where the page reads from right to left, its days and bars do, and its scale is at the right. */
export function useChartSides(): ChartSides {
  const reversed = useDirection().dir === 'rtl'
  return {
    reversed,
    upright: {
      orientation: reversed ? 'right' : 'left',
      tick: { transform: `translate(${reversed ? 10 : -10}, 0)`, fontSize: 12, fill: 'currentColor' },
    },
  }
}

/** About what a scale can show for these values, as whole numbers: quarters of the greatest one, and of the next round number above it. */
export function scaleOf(values: readonly number[]): number[] {
  const most = Math.max(1, ...values)
  const round = 10 ** Math.ceil(Math.log10(most))
  return [1, 2, 3, 4].flatMap((part) => [(most * part) / 4, (round * part) / 4].map(Math.round))
}

/** The pixels that the longest label of a scale needs beside a chart. A digit has about seven at this size. */
export const scaleWidth = (labels: readonly string[]): number =>
  Math.min(140, 20 + 7 * Math.max(...labels.map((label) => label.length)))
