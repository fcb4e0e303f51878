'use client'
import type { CallError } from '@openspot/contract/call.ts'
import type { Route } from '@openspot/contract/route.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { codeOf } from './api.ts'
import { reloadQueries } from './reload-queries.ts'

/** The edit of something that others may save meanwhile. */
export interface Edit<Draft> {
  draft: Draft
  isChanged: boolean
  /** The values that the edit started from. */
  original: Draft
  /** The values as they are saved now. */
  current: Draft
  /** The version that the edit is based on, for saving. */
  version: number
  /** The latest version, for saving over what someone else saved. */
  currentVersion: number
  change: (draft: Draft) => void
  discard: () => void
}

/** Keeps an edit and what it is based on. Until something is edited, the draft follows the current values. */
export function useEdit<Draft>(current: Draft, version: number): Edit<Draft> {
  const [edit, setEdit] = useState<{ draft: Draft; original: Draft; version: number } | null>(null)
  const original = edit?.original ?? current
  // If someone changed only other fields of the same thing, nothing of theirs would be overwritten.
  const isSame = JSON.stringify(original) === JSON.stringify(current)
  return {
    draft: edit?.draft ?? current,
    isChanged: edit !== null,
    original,
    current,
    version: isSame ? version : (edit?.version ?? version),
    currentVersion: version,
    change: (draft) =>
      setEdit((former) => ({
        draft,
        original: former?.original ?? current,
        version: former?.version ?? version,
      })),
    discard: () => setEdit(null),
  }
}

/** Reloads what was saved meanwhile when saving fails because of it. For `onError` of a mutation. */
export function useReloadOn(code: string, routes: readonly Route[]): (error: CallError) => void {
  const queries = useQueryClient()
  return (error) => {
    if (codeOf(error) !== code) return
    void reloadQueries(queries, routes)
  }
}
