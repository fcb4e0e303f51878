import { type Static, Type } from 'typebox'
import { StringEnum } from './common.ts'

/**
 * Every API error: its code, HTTP status, and default message. The messages are for people: what happened, and what to
 * do.
 */
export const errors = {
  // The request itself
  request_invalid: [400, 'Something in this request is not as it should be.'],
  method_not_allowed: [405, 'That cannot be done here.'],
  body_too_large: [413, 'That is too large to send.'],
  headers_too_large: [431, 'The address or the headers of this request are too long.'],
  request_too_slow: [408, 'The request did not arrive in time. Send it again.'],
  media_type_unsupported: [415, 'Send JSON.'],
  not_found: [404, 'This could not be found.'],
  too_many_requests: [429, 'Too many tries. Wait a little, then try again.'],
  too_many_streams: [429, 'This is open in 10 windows already. Close one of them, then reload.'],
  cross_site_refused: [403, 'This must be done from our own pages.'],
  idempotency_key_missing: [
    400,
    'Send an Idempotency-Key header with this request, so that a retry is harmless.',
  ],
  idempotency_key_reused: [422, 'This Idempotency-Key was used for a different request.'],
  request_in_flight: [409, 'The same request is still being worked on. Ask again in a moment.'],
  // Authentication
  sign_in_required: [401, 'Sign in to do this.'],
  sign_in_failed: [
    401,
    'The email and password do not match an account. Check them, or get a sign-in link by email. If you just signed up, open the link in our email first.',
  ],
  session_ended: [401, 'Your session has ended. Sign in again.'],
  account_banned: [403, 'This account is closed. Write to the support of the lot or the platform.'],
  link_not_usable: [410, 'This link has been used or has run out. Ask for a new one.'],
  token_not_accepted: [401, 'The sign-in token was not accepted. Sign in again.'],
  challenge_failed: [422, 'The check that you are a person did not pass. Try it once more.'],
  bot_check_required: [422, 'Show first that you are a person, then sign in.'],
  second_factor_required: [401, 'One step more: the code of your app, or a backup code.'],
  second_factor_failed: [
    401,
    'This code is not right, or was used already. Wait for the next one, or take a backup code.',
  ],
  second_factor_not_set: [409, 'There is no second step to change. Set one up first.'],
  passkey_not_accepted: [401, 'This passkey was not accepted. Try once more, or sign in another way.'],
  second_factor_blocked: [
    403,
    'Too many wrong codes. We blocked codes and sent you an email: open the link in it to go on.',
  ],
  password_weak: [422, 'This password is too easy to guess. Choose another one.'],
  password_wrong: [403, 'This is not your present password.'],
  nothing_to_claim: [409, 'You have an account of your own: there is nothing to claim.'],
  claim_needs_link: [
    409,
    'We have sent a link to the address you gave: open it, so that nobody else can take what you booked.',
  ],
  account_in_use: [409, 'Something is still open: end it first, then your data can be deleted.'],
  ban_not_possible: [409, 'This cannot be done with this account. Look at it again.'],
  email_taken: [409, 'There is an account with this e-mail. Sign in instead.'],
  forbidden: [403, 'You may see this, but not do that here.'],
  recent_sign_in_required: [
    403,
    'Sign in once more to show that it is you, then do it within a quarter of an hour.',
  ],
  // Reservations
  spot_taken: [
    409,
    'Somebody took this spot for that time a moment ago. Nothing was charged. Choose another spot.',
  ],
  spot_not_bookable: [409, 'This spot is not offered for booking.'],
  spot_closed: [409, 'This spot is closed for a part of that time. Choose another spot or another time.'],
  lot_closed: [409, 'The lot is closed then. Choose a time within its opening hours.'],
  rules_refuse: [409, 'The rules of this lot do not allow that.'],
  holdings_changed: [
    409,
    'Another booking of yours came in between, and the rules of this lot count them. Look at the price again.',
  ],
  stay_changed: [409, 'This stay has changed since you looked. Look at it again.'],
  change_waiting: [409, 'A change of this stay still waits to be paid. Pay for it or let it go first.'],
  difference_changed: [409, 'What this change costs has changed since you looked. Look at it again.'],
  change_not_possible: [409, 'The stay cannot be changed like that.'],
  lot_full: [409, 'Every spot of that kind is taken at that time. Choose another time, or wait for a spot.'],
  already_waiting: [409, 'You are waiting for that time already.'],
  window_in_use: [409, 'Somebody has booked in that time. The window stays until their stay is over.'],
  window_not_possible: [409, 'This spot cannot be opened or closed like that.'],
  name_taken: [409, 'There is one of that name already. Choose another name.'],
  rule_set_in_use: [
    409,
    'This rule set is in force. Give its groups another one, or make another the default, first.',
  ],
  spot_in_use: [409, 'There are stays on this spot that are not over. Move or end them first.'],
  bookings_stopped: [409, 'This lot takes no new bookings at present. Choose another one.'],
  terms_changed: [409, 'The price or the rules of this lot have changed. Look at the new price, then book.'],
  quote_expired: [409, 'This price was quoted a while ago. Look at the price again, then book.'],
  hold_expired: [409, 'The time to pay ran out and the spot was released. Nothing was charged. Book again.'],
  too_many_holds: [409, 'You are holding five spots already. Pay for one or let one go first.'],
  card_too_many_holds: [
    409,
    'Five unpaid spots are held with this card. Pay for one, let one go, or use another payment method.',
  ],
  network_too_many_holds: [
    429,
    'Many spots in this lot are held from your network and not paid for yet. Try again in a few minutes.',
  ],
  lot_too_many_holds: [
    429,
    'Other guests are paying for spots in this lot right now. Try again in a few minutes, or sign in to book.',
  ],
  holds_paused: [429, 'Several of your bookings were not paid for. Wait a while, then book again.'],
  rate_missing: [409, 'This lot has no price for a stay of that length.'],
  price_above_maximum: [
    409,
    'The price of this stay is above what this lot allows in one booking. Choose a shorter time.',
  ],
  bill_too_high: [
    409,
    'Bills for one reservation cannot exceed the maximum reservation price of the lot. Enter a smaller amount.',
  ],
  bill_not_possible: [
    409,
    'This reservation cannot be billed. To change the price of a pending request, cancel it and create a new one.',
  ],
  bill_not_open: [409, 'This bill is no longer open. Reload the page to see its current state.'],
  lot_not_trusted: [
    403,
    'Openspot has not verified this lot yet. Until then you can reserve for, bill, and change prices for active members only.',
  ],
  acceptance_needed: [409, 'The driver must accept this reservation first.'],
  reservation_not_open: [409, 'This reservation can no longer be changed.'],
  refund_changed: [409, 'The refund has changed since you looked. Look at it again before you cancel.'],
  car_in_use: [409, 'This car is on a reservation that is not over. Change the car there first.'],
  car_exists: [409, 'You already have a car with this plate.'],
  // Lots and spots
  lot_changed: [409, 'Somebody else has changed this lot since you looked. Look at it again, then save.'],
  currency_in_use: [409, 'There are amounts in the currency of this lot: it stays as it is.'],
  lots_waiting: [
    409,
    'Three lots of yours wait to be looked at by the platform. Go on with those, or write to us.',
  ],
  public_id_changed: [409, 'The public id of this lot is another one by now. Look at it again.'],
  redirect_cycle: [409, 'That lot leads back to this one: whoever is sent on must arrive somewhere.'],
  redirect_exists: [409, 'That lot sends its visitors to another one already. End that first.'],
  spot_assigned: [
    409,
    'The spot is somebody’s at that time. End that first, or choose days before or after it.',
  ],
  lot_too_large: [
    409,
    'This lot would have more spots than it may: 500 for a new lot, 5,000 otherwise. The platform can raise the limit.',
  ],
  labels_taken: [409, 'Some of these labels are in use in this lot. Nothing was added.'],
  rows_refused: [422, 'Some rows are not as they should be. Nothing was added.'],
  // Memberships and users
  membership_not_possible: [409, 'This membership cannot be changed like that. Look at it again.'],
  last_super_admin: [409, 'A lot needs an owner. Make somebody else owner first, then try again.'],
  role_above_own: [
    403,
    'You can give roles below your own, and change people below you. Ask an owner of the lot.',
  ],
  own_role: [403, 'Nobody raises their own role. Ask somebody above you.'],
  account_needed: [409, 'This needs an account. Sign up or sign in, then try again.'],
  already_member: [409, 'They belong to this lot already.'],
  already_invited: [409, 'An invite to this address is still open. Send that one again, or take it back.'],
  join_refused: [409, 'You cannot come back in by yourself. Write to the staff of the lot.'],
  join_code_unknown: [404, 'There is no lot with this code. Look at it again, or ask who gave it to you.'],
  invite_not_usable: [
    410,
    'This invite has been used, taken back or has run out. Ask the lot for a new one.',
  ],
  invite_for_another: [
    403,
    'This invite is for somebody else. Sign in as them, or ask the lot for one of your own.',
  ],
  invite_needs_proof: [403, 'Show first that this e-mail address or phone number is yours.'],
  group_in_use: [
    409,
    'There are people, invites or spots of this group. Say that they are to be released from it.',
  ],
  member_in_group: [409, 'They are in another group already. Take them out there first.'],
  // Pictures, maps, and signs
  picture_not_usable: [422, 'This picture cannot be read. Send a PNG, JPEG or WebP.'],
  picture_quota_full: [409, 'The pictures of this lot take all the room it has. Delete a map first.'],
  map_limit: [409, 'This lot has fifty maps already. Delete one first.'],
  sign_limit: [409, 'This lot has five hundred signs already. Take one down first.'],
  no_signs: [409, 'There is no sign to print yet. Add one first.'],
  map_changed: [409, 'This map has changed since you looked. Look at it again.'],
  // Payments and payouts
  card_declined: [402, 'The card was declined. The spot is still held for you: try another card.'],
  payment_method_needed: [402, 'Choose how to pay.'],
  payment_method_not_usable: [409, 'This payment method could not be saved. Add it again.'],
  nothing_earned: [409, 'You have earned nothing yet that could pay. Let your spot first.'],
  refund_not_waiting: [409, 'This refund does not wait any more: it was sent, approved or taken back.'],
  approval_by_another: [403, 'Who asked for a refund cannot approve it. Ask another admin.'],
  not_refundable: [409, 'No more can be given back than was paid and not yet returned.'],
  invoice_not_paid: [409, 'This invoice is not paid yet, so there is no receipt of it.'],
  year_without_earnings: [409, 'Nothing was earned in this year, so there is no statement of it.'],
  payer_without_email: [409, 'There is no e-mail address of the payer. Open the receipt and hand it over.'],
  invoice_not_open: [409, 'This invoice is not open any more. Look at it again.'],
  payment_method_in_use: [409, 'A reservation still depends on this payment method.'],
  change_planned: [409, 'A change is planned already. Take it back first.'],
  proration_changed: [409, 'What this costs for the rest of the period has changed. Look at it again.'],
  plan_too_small: [409, 'The lot has more spots than this plan allows. Choose a larger one.'],
  subscription_ended: [409, 'This has ended: nothing of it can be changed any more.'],
  subscription_change_not_possible: [409, 'It cannot be changed like that.'],
  subscription_change_not_waiting: [
    409,
    'This change has come into force or was taken back. Look at it again.',
  ],
  difference_not_open: [409, 'This difference is settled or has gone by itself. Look at it again.'],
  difference_not_bookable: [409, 'Nothing can be booked for this difference: settle what it comes from.'],
  payment_unsettled: [
    503,
    'The card provider has not answered yet. Your spot is held; nothing is charged twice. Try again in a moment.',
  ],
  provider_unavailable: [
    503,
    "We can't reach the card provider right now. Nothing is charged twice. Try again in a few minutes.",
  ],
  not_a_host: [409, 'Only who lets a spot of their own is paid. Open your spot to others first.'],
  payout_not_failed: [409, 'This payout has not failed: there is nothing to make again.'],
  payout_account_refused: [
    409,
    'The card provider makes no account for this country and currency. Write to us: what is earned is kept.',
  ],
  payout_account_not_ready: [
    409,
    'The account cannot take payouts at present. Complete what is missing there first.',
  ],
  // Platform operations
  job_not_failed: [
    409,
    'This job is no longer in the list: it succeeded, is running, or was discarded. Reload the list.',
  ],
  // Server errors
  internal: [500, 'Something went wrong on our side. It has been noted.'],
  overloaded: [503, 'The service is very busy. Try again in a few seconds.'],
  unavailable: [503, 'The service is not ready. Try again in a moment.'],
} as const satisfies Record<string, readonly [status: number, message: string]>

export type ErrorCode = keyof typeof errors
const codes = Object.keys(errors) as ErrorCode[]

export const ErrorBody = Type.Object(
  {
    message: Type.String({ description: 'Words for a person: what happened and what to do.' }),
    code: StringEnum(codes, { description: 'What happened, for programs.' }),
    request_id: Type.String({ description: 'Names this request in our logs.' }),
    field: Type.Optional(Type.String({ description: 'The field at fault, as in the request.' })),
    details: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), { description: 'What this code says besides.' }),
    ),
  },
  { $id: 'Error' },
)
export type ErrorBody = Static<typeof ErrorBody>
