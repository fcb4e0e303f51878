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
