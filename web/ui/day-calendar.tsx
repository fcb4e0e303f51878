'use client'
import { DatePicker } from '@mantine/dates'
import { useEffect, useRef } from 'react'

/** A month of days, with the focus on the selected one. */
export function DayCalendar({
  value,
  min,
  onChange,
}: {
  value: string
  min: string
  onChange: (day: string) => void
}) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => ref.current?.querySelector<HTMLButtonElement>('[data-selected]')?.focus(), [])
  return (
    <DatePicker
      ref={ref}
      value={value}
      defaultDate={value}
      minDate={min}
      onChange={(day) => day && onChange(day)}
    />
  )
}
