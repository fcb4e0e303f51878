import type { FormFields } from '../protocol/form.ts'
import type { Reader } from '../protocol/params.ts'
import type { Work } from '../state/work.ts'

/** One API call. `id` and `child` are the `:id` and `:child` of its path. */
export interface Route {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  run(work: Work, fields: FormFields, id: string, child: string): Promise<object>
}

export function route<T>(
  method: Route['method'],
  path: string,
  params: Reader<T>,
  run: (work: Work, params: T, id: string, child: string) => Promise<object>,
): Route {
  return { method, path, run: (work, fields, id, child) => run(work, params(fields, ''), id, child) }
}
