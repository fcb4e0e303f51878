/** The channel within a process on which the pages' server code tells of errors. */
export const PAGE_ERRORS = 'openspot.page-error'

export interface PageError {
  error: unknown
  method: string
  /** The pattern of the page, such as `/book/[public_id]`. */
  page: string
}
