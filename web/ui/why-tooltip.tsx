'use client'
import { Tooltip } from '@mantine/core'
import type { RefObject } from 'react'

/** Shows why a button can't be used beside it. In a file of its own, so that pages without such a button don't load it. */
export function WhyTooltip({
  why,
  target,
  isPressed,
}: {
  why: string
  target: RefObject<HTMLButtonElement | null>
  /** Whether it was pressed anyway. */
  isPressed: boolean
}) {
  return (
    <Tooltip
      label={why}
      target={target}
      multiline
      maw={280}
      withArrow
      events={{ hover: true, focus: true, touch: true }}
      {...(isPressed ? { opened: true } : {})}
    />
  )
}
