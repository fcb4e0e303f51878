import { useDirection } from '@mantine/core'

/** From which side a chart is read: where the page reads from right to left, its days and bars do, and its scale is at the right. */
export function useChartSides(): { reversed: boolean; orientation: 'left' | 'right' } {
  const reversed = useDirection().dir === 'rtl'
  return { reversed, orientation: reversed ? 'right' : 'left' }
}
