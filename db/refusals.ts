/**
 * The custom error codes that the database raises (`using errcode = …` in `db/functions/`). Each code has one meaning;
 * a new error takes the next free code.
 */
export const refusals = {
  OS001: 'rows that are kept permanently cannot be changed or deleted',
  OS002: 'this status transition is not allowed',
  OS003: 'amounts do not add up',
  OS004: 'the refund would exceed the payment',
  OS005: 'the spot is closed at that time, or deleted',
  OS006: 'the data that the decision was based on has changed',
  OS007: 'a redirect would lead back to its lot',
  OS008: 'the currency of a lot with amounts cannot change',
  OS009: 'the currency of the lot has changed',
  OS010: 'a lot would have no super admin',
  OS011: 'this person was deleted or merged',
  OS012: 'only a GHOST can be merged',
  OS013: 'this public ID was already used',
  OS014: 'the spot is assigned at that time',
  OS035: 'the lot would exceed its spot limit',
  OS020: 'the pictures of a lot would exceed its storage limit',
  OS021: 'a payment or consent was not given by its own person',
  OS022: 'a reservation made by someone else is not accepted',
  OS023: 'a lot that is not trusted yet can act only on its active members',
  OS030: 'a user without a verified address sets up a sign-in method that would outlive the verification',
  OS040: 'the payment method belongs to another person',
  OS041: 'only the driver of a reservation can owe money for it',
  OS042: 'money of one payee would go to another',
  OS043: 'only a member of a lot can act on its money',
  OS044: 'the vehicle belongs to another person',
  OS050: 'this reservation cannot be validated by this option',
} as const
export type DatabaseRefusal = keyof typeof refusals
