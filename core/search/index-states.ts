/** States of the index in memory that answers searches; OFF is a setting. */
export const searchIndexStates = ['OFF', 'LOADING', 'READY'] as const
export type SearchIndexState = (typeof searchIndexStates)[number]
