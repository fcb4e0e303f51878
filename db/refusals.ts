/**
 * What the database itself refuses with an error of ours, by the code that it raises (`using errcode = …` in
 * `db/functions/`). A code has one meaning; a new refusal takes the next that is free.
 */
export const refusals = {
  OS001: 'rows that are kept for good are neither changed nor removed',
  OS002: 'a status cannot go from what it is to that',
  OS003: 'amounts that must add up do not',
  OS004: 'more would be given back than was paid',
  OS005: 'the spot is closed then, or gone',
  OS006: 'what was read to decide is not so any more',
  OS007: 'a redirect would lead back to its lot',
  OS008: 'a lot with amounts keeps its currency',
  OS009: 'the lot has another currency by now',
  OS010: 'a lot would be without a super admin',
  OS011: 'this person is no more',
  OS012: 'only a GHOST is merged',
  OS013: 'this public id was in use before',
  OS014: 'the spot is somebody’s then',
  OS020: 'the pictures of a lot take more room than it has',
} as const
export type DatabaseRefusal = keyof typeof refusals
