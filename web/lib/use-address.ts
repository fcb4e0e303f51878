'use client'
import { useSearchParams } from 'next/navigation'

type Values<Name extends string> = Record<Name, string | null>

/** State of a screen that is kept in its URL by name, so that it can be shared; null is omitted. */
export function useAddress<Name extends string>(
  names: readonly Name[],
): [Values<Name>, (part: Partial<Values<Name>>) => void] {
  const params = useSearchParams()
  const values = Object.fromEntries(names.map((name) => [name, params?.get(name) ?? null])) as Values<Name>
  const change = (part: Partial<Values<Name>>) => {
    const search = new URLSearchParams()
    for (const [name, value] of Object.entries<string | null>({ ...values, ...part })) {
      if (value !== null) search.set(name, value)
    }
    window.history.replaceState(null, '', search.size > 0 ? `?${search}` : window.location.pathname)
  }
  return [values, change]
}
