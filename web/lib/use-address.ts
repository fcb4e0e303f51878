'use client'
import { useSearchParams } from 'next/navigation'
import { writeQuery } from './write-query.ts'

type Values<Name extends string> = Record<Name, string | null>

/** State of a screen that is kept in its URL by name, so that it can be shared; null is omitted. */
export function useAddress<Name extends string>(
  names: readonly Name[],
): [Values<Name>, (part: Partial<Values<Name>>) => void] {
  const params = useSearchParams()
  const values = Object.fromEntries(names.map((name) => [name, params?.get(name) ?? null])) as Values<Name>
  const change = (part: Partial<Values<Name>>) => {
    // The last render may be behind the URL when two changes follow each other.
    const current = new URLSearchParams(window.location.search)
    const search = new URLSearchParams()
    for (const name of names) {
      const value = name in part ? (part[name] ?? null) : current.get(name)
      if (value !== null) search.set(name, value)
    }
    writeQuery(search)
  }
  return [values, change]
}
