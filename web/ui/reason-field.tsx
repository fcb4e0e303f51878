'use client'
import { Textarea } from '@mantine/core'
import type { ReactNode } from 'react'

/** The reason for a staff action, recorded with the reservation and in the audit log. */
export function ReasonField({
  label,
  description,
  reason,
  error,
  onChange,
  isOptional,
}: {
  label: string
  description?: ReactNode
  reason: string
  error: string | null
  onChange: (reason: string) => void
  isOptional?: boolean
}) {
  return (
    <Textarea
      label={label}
      autosize
      minRows={2}
      size="md"
      maxLength={500}
      required={!isOptional}
      withAsterisk={false}
      value={reason}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...(description === undefined ? {} : { description })}
    />
  )
}
