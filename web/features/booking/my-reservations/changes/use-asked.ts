'use client'
import { useSearchParams } from 'next/navigation'
import { useMemo } from 'react'

const kinds = ['extend', 'end', 'times', 'move', 'end_on'] as const
export type ChangeKind = (typeof kinds)[number]

/** A change that is being edited, with the values given so far. */
export interface Asked {
  kind: ChangeKind
  starts_at?: string
  ends_at?: string
  spot_id?: string
  /** If the requested end is not possible, use the latest possible one. */
  far?: boolean
}

const names = ['change', 'starts_at', 'ends_at', 'spot_id', 'far'] as const

/** The change named in the URL, so that a reload or a visit to the card provider's page loses nothing. */
export function useAsked(): [Asked | null, (asked: Asked | null) => void] {
  const params = useSearchParams()
  const asked = useMemo(() => {
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
    } satisfies Asked
  }, [params])
  return [asked, ask]
}

function ask(asked: Asked | null): void {
  const here = new URL(window.location.href)
  for (const name of names) here.searchParams.delete(name)
  if (asked) {
    here.searchParams.set('change', asked.kind)
    if (asked.starts_at) here.searchParams.set('starts_at', asked.starts_at)
    if (asked.ends_at) here.searchParams.set('ends_at', asked.ends_at)
    if (asked.spot_id) here.searchParams.set('spot_id', asked.spot_id)
    if (asked.far) here.searchParams.set('far', '1')
  }
  window.history.replaceState(null, '', here)
}
