import type { Version } from './metrics.ts'

/** Returns the name by which error monitoring orders and finds what was released. */
export const releaseOf = ({ version, commit }: Version): string =>
  `openspot@${version}${commit === null ? '' : `+${commit}`}`
