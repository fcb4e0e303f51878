/**
 * The custom error codes that the database raises (`using errcode = …` in `db/functions/`). Each code has one meaning;
 * a new error takes the next free code.
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
  OS035: 'the lot would have more spots than it may',
  OS020: 'the pictures of a lot take more room than it has',
  OS021: 'a payment or consent is not its person’s own act',
  OS022: 'a reservation made by someone else is not accepted',
  OS023: 'a lot that is not trusted yet acts only on its active members',
  OS030: 'somebody who has proven no address sets up a way in that would outlive the proof',
  OS040: 'a payment method is another person’s',
  OS041: 'what is owed for a reservation is owed by the person who parks',
  OS042: 'money of one payee would go to another',
  OS043: 'whoever acts on the money of a lot has a part in it',
  OS044: 'a car is another person’s',
} as const
export type DatabaseRefusal = keyof typeof refusals
