import { useEffect } from 'react'
import { report } from './report.ts'

/** Reports the error because of which a page shows something else instead of itself. */
export function useReported(error: unknown): void {
  useEffect(() => report(error, { caught_by: 'page', is_handled: false }), [error])
}
