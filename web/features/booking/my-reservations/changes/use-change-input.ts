'use client'
import { useSearchParams } from 'next/navigation'
import { useMemo } from 'react'
import { writeQuery } from '@/lib/write-query.ts'

const kinds = ['extend', 'times', 'move', 'end_on'] as const
export type ChangeKind = (typeof kinds)[number]

/** A change that is being edited, with the values given so far. */
export interface ChangeInput {
  kind: ChangeKind
  starts_at?: string
  ends_at?: string
  spot_id?: string
  /** If the requested end is not possible, use the latest possible one. */
  far?: boolean
}

const names = ['change', 'starts_at', 'ends_at', 'spot_id', 'far'] as const

/** The change named in the URL, so that a reload or a visit to the card provider's page loses nothing. */
export function useChangeInput(): [ChangeInput | null, (input: ChangeInput | null) => void] {
  const params = useSearchParams()
  const input = useMemo(() => {
    const kind = kinds.find((one) => one === params?.get('change'))
    if (!kind) return null
    const part = (name: 'starts_at' | 'ends_at' | 'spot_id') => {
      const value = params?.get(name)
      return value ? { [name]: value } : {}
    }
    return {
      kind,
      ...part('starts_at'),
      ...part('ends_at'),
      ...part('spot_id'),
      ...(params?.has('far') ? { far: true } : {}),
    } satisfies ChangeInput
  }, [params])
  return [input, setInput]
}

function setInput(input: ChangeInput | null): void {
  const here = new URL(window.location.href)
  for (const name of names) here.searchParams.delete(name)
  if (input) {
    here.searchParams.set('change', input.kind)
    if (input.starts_at) here.searchParams.set('starts_at', input.starts_at)
    if (input.ends_at) here.searchParams.set('ends_at', input.ends_at)
    if (input.spot_id) here.searchParams.set('spot_id', input.spot_id)
    if (input.far) here.searchParams.set('far', '1')
  }
  writeQuery(here.searchParams)
}
