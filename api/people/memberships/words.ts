import type { LotRole, MembershipNoticeKind } from '@openspot/core/enums.ts'

export interface MembershipNoticeFacts {
  lot_name: string
  /** The other person whom the notice is about. */
  who: string
  role: LotRole
}

interface MembershipNoticeWords {
  subject: string
  heading: string
  text: string
  button: string
}

export const roleWords: Readonly<Record<LotRole, string>> = {
  MEMBER: 'member',
  PATROLLER: 'patroller',
  ADMIN: 'admin',
  SUPER_ADMIN: 'owner',
}

/** The messages of each notice: what happened, and what to do. */
export const membershipNoticeWords: Readonly<
  Record<MembershipNoticeKind, (facts: MembershipNoticeFacts) => MembershipNoticeWords>
> = {
  MEMBERSHIP_ASKED: ({ lot_name, who }) => ({
    subject: `${who} asks to join ${lot_name}`,
    heading: `${who} asks to join ${lot_name}`,
    text: 'Let them in or turn them down on the list of members.',
    button: 'See the members',
  }),
  MEMBERSHIP_TAKEN: ({ lot_name, who }) => ({
    subject: `${who} has joined ${lot_name}`,
    heading: `${who} has joined ${lot_name}`,
    text: 'They came in by an invite, an offer or the join code.',
    button: 'See the members',
  }),
  MEMBERSHIP_LEFT: ({ lot_name, who }) => ({
    subject: `${who} has left ${lot_name}`,
    heading: `${who} has left ${lot_name}`,
    text: 'Spots that were their own are free to be given to somebody else.',
    button: 'See the members',
  }),
  MEMBERSHIP_OFFERED: ({ lot_name, role }) => ({
    subject: `A place in ${lot_name}`,
    heading: `${lot_name} offers you a place`,
    text: `You would be ${roleWords[role]}. Accept it, or decline.`,
    button: 'Look at it',
  }),
  MEMBERSHIP_APPROVED: ({ lot_name, role }) => ({
    subject: `You belong to ${lot_name}`,
    heading: `You belong to ${lot_name} now`,
    text: `You are ${roleWords[role]} there.`,
    button: 'See your lots',
  }),
  MEMBERSHIP_REJECTED: ({ lot_name }) => ({
    subject: `${lot_name} has turned you down`,
    heading: `${lot_name} has not let you in`,
    text: 'If that surprises you, write to its staff.',
    button: 'See your lots',
  }),
  MEMBERSHIP_REMOVED: ({ lot_name }) => ({
    subject: `You belong to ${lot_name} no more`,
    heading: `${lot_name} has ended your membership`,
    text: 'Stays that you have booked there go on as they are. If this surprises you, write to its staff.',
    button: 'See your lots',
  }),
  MEMBERSHIP_ROLE: ({ lot_name, role }) => ({
    subject: `You are ${roleWords[role]} of ${lot_name}`,
    heading: `You are ${roleWords[role]} of ${lot_name} now`,
    text: 'What you may do there has changed from this moment on.',
    button: 'See your lots',
  }),
}
