import { type Static, Type } from 'typebox'
import { StringEnum } from './common.ts'

/**
 * Every API error: its code, HTTP status, and default message. The messages are for people: what happened, and what to
 * do.
 */
export const errors = {
  // The request itself
  request_invalid: [400, 'The request is not valid. Check its fields and try again.'],
  method_not_allowed: [405, 'This address does not support that method.'],
  body_too_large: [413, 'The request is too large. Send less data.'],
  headers_too_large: [
    431,
    'The URL or the headers of this request are too long. Shorten them and try again.',
  ],
  request_too_slow: [408, 'The request took too long to arrive. Try again.'],
  media_type_unsupported: [415, 'The content type is not supported. Send JSON.'],
  not_found: [404, 'Not found. It may have been removed, or the address may be wrong.'],
  too_many_requests: [429, 'Too many attempts. Wait a moment, then try again.'],
  too_many_streams: [429, 'This page is already open in 10 tabs. Close one of them, then reload.'],
  cross_site_refused: [403, 'The request came from another website. Try again from our own pages.'],
  idempotency_key_missing: [
    400,
    'The Idempotency-Key header is missing. Send one, so that you can safely retry the request.',
  ],
  idempotency_key_reused: [422, 'This Idempotency-Key was used for a different request. Send a new key.'],
  request_in_flight: [409, 'The same request is still being processed. Try again in a moment.'],
  // Authentication
  sign_in_required: [401, 'Sign in to do this.'],
  sign_in_failed: [
    401,
    'The email and password do not match an account. Check them, or get a sign-in link by email. If you just signed up, open the link in our email first.',
  ],
  session_ended: [401, 'Your session has ended. Sign in again.'],
  account_banned: [403, 'This account is closed. Contact the lot or Openspot support.'],
  link_not_usable: [410, 'This link was already used or has expired. Request a new one.'],
  token_not_accepted: [401, 'The sign-in token was not accepted. Sign in again.'],
  challenge_failed: [422, 'The bot check did not pass. Try again.'],
  bot_check_required: [422, 'Complete the bot check, then sign in.'],
  second_factor_required: [401, 'Enter the code from your authenticator app or a backup code.'],
  second_factor_failed: [
    401,
    'The code is incorrect or was already used. Wait for the next code, or use a backup code.',
  ],
  second_factor_not_set: [409, 'Two-step sign-in is not set up. Set it up first.'],
  passkey_not_accepted: [401, 'The passkey was not accepted. Try again, or sign in another way.'],
  second_factor_blocked: [
    403,
    'You entered too many wrong codes, so we blocked codes on your account. Open the link in the email we sent you.',
  ],
  password_weak: [422, 'This password is too easy to guess. Choose another one.'],
  password_wrong: [403, 'Your current password is incorrect. Try again.'],
  nothing_to_claim: [409, 'You already have your own account, so there is nothing to claim.'],
  claim_needs_link: [409, 'Confirm your email address first. Open the link that we sent you.'],
  account_in_use: [409, 'Your account is still in use. End what is listed, then delete your data.'],
  ban_not_possible: [409, 'This account cannot be closed or reopened. Reload the page.'],
  email_taken: [409, 'An account with this email address already exists. Sign in instead.'],
  forbidden: [403, 'You do not have permission to do this. Ask an admin of the lot.'],
  recent_sign_in_required: [
    403,
    'Sign in again to confirm that it is you, then try again within 15 minutes.',
  ],
  // Reservations
  spot_taken: [409, 'This spot was just taken for that time. Nothing was charged. Choose another spot.'],
  spot_not_bookable: [409, 'This spot is not available for booking. Choose another spot.'],
  spot_closed: [409, 'This spot is closed for part of that time. Choose another spot or time.'],
  lot_closed: [409, 'The lot is closed at that time. Choose a time within its opening hours.'],
  rules_refuse: [409, 'The lot’s rules do not allow this reservation. Choose another time or spot.'],
  holdings_changed: [
    409,
    'Your other reservations in this lot have changed, which can change the price. Review the price again.',
  ],
  reservation_changed: [409, 'This reservation has changed. Reload the page to see its current state.'],
  change_waiting: [409, 'A change to this reservation is awaiting payment. Pay for it or discard it first.'],
  difference_changed: [409, 'The price of this change is different now. Review it again.'],
  change_not_possible: [409, 'This change to the reservation is not possible. Choose another one.'],
  lot_full: [
    409,
    'All spots of this kind are taken at that time. Choose another time, or join the waitlist.',
  ],
  already_waiting: [409, 'You are already on the waitlist for that time.'],
  availability_in_use: [
    409,
    'A reservation depends on this time. You can change it after that reservation ends.',
  ],
  availability_not_possible: [
    409,
    'The spot’s availability cannot be changed this way. Choose another time.',
  ],
  name_taken: [409, 'This name is already in use. Choose another name.'],
  rule_set_in_use: [
    409,
    'This rule set is in use. First assign another one to its groups, or make another one the default.',
  ],
  spot_in_use: [409, 'This spot has current or upcoming reservations. Move or end them first.'],
  bookings_stopped: [409, 'This lot is not taking new reservations right now. Choose another lot.'],
  terms_changed: [409, 'The lot’s price or rules have changed. Review the new price, then book.'],
  quote_expired: [409, 'This price has expired. Review the current price, then book.'],
  hold_expired: [409, 'Your hold expired and the spot was released. Nothing was charged. Book again.'],
  too_many_holds: [409, 'You already have five unpaid holds. Pay for one or release one first.'],
  card_too_many_holds: [
    409,
    'This card already has five unpaid holds. Pay for one, release one, or use another payment method.',
  ],
  network_too_many_holds: [
    429,
    'Your network has too many unpaid holds in this lot. Try again in a few minutes.',
  ],
  lot_too_many_holds: [
    429,
    'Other guests are paying for spots in this lot right now. Try again in a few minutes, or sign in to book.',
  ],
  holds_paused: [429, 'Several of your holds expired unpaid. Wait a while, then book again.'],
  rate_missing: [409, 'This lot has no price for that length of time. Choose another length.'],
  price_above_maximum: [
    409,
    'The price is above the lot’s maximum charge for one reservation. Choose a shorter time.',
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
  refund_changed: [409, 'The refund amount has changed. Review it again before you cancel.'],
  car_in_use: [409, 'This vehicle is on a current or upcoming reservation. Change the vehicle there first.'],
  car_exists: [409, 'You already have a vehicle with this license plate.'],
  // Lots and spots
  lot_changed: [409, 'Someone else has changed this lot. Reload the page, then save again.'],
  currency_in_use: [409, 'The currency cannot be changed, because this lot already has amounts in it.'],
  lots_waiting: [
    409,
    'Three of your lots are already awaiting verification. Wait until one is verified, or contact us.',
  ],
  public_id_changed: [409, 'The public ID of this lot has changed. Reload the page.'],
  redirect_cycle: [409, 'This redirect would lead back to this lot. Choose another lot.'],
  redirect_exists: [409, 'That lot already redirects to another lot. End that redirect first.'],
  spot_assigned: [
    409,
    'The spot is already assigned at that time. End that assignment first, or choose other dates.',
  ],
  lot_too_large: [
    409,
    'The lot would exceed its spot limit, which is 500 for a new lot and 5,000 otherwise. Contact us to raise it.',
  ],
  labels_taken: [
    409,
    'Some of these labels are already in use in this lot. Nothing was added. Choose other labels.',
  ],
  rows_refused: [422, 'Some rows have errors. Nothing was added. Correct the rows and try again.'],
  // Memberships and users
  membership_not_possible: [
    409,
    'This change to the membership is not possible. Reload the page to see its current state.',
  ],
  last_super_admin: [409, 'A lot must have an owner. Make someone else an owner first.'],
  role_above_own: [
    403,
    'You can only assign roles below your own and change people with such roles. Ask an owner of the lot.',
  ],
  own_role: [403, 'You cannot raise your own role. Ask someone with a higher role.'],
  account_needed: [409, 'You need an account to do this. Sign up or sign in, then try again.'],
  already_member: [409, 'This person is already a member of the lot.'],
  already_invited: [409, 'This address already has an open invite. Resend it or revoke it.'],
  join_refused: [409, 'You cannot rejoin this lot yourself. Contact the lot’s staff.'],
  join_code_unknown: [
    404,
    'No lot has this join code. Check the code, or ask the person who gave it to you.',
  ],
  invite_not_usable: [410, 'This invite was used, was revoked, or has expired. Ask the lot for a new one.'],
  invite_for_another: [
    403,
    'This invite is for someone else. Sign in with the invited address, or ask the lot for your own invite.',
  ],
  invite_needs_proof: [403, 'Verify this email address or phone number first.'],
  group_in_use: [
    409,
    'This group still has members, invites, or spots. Confirm that they will be removed from it.',
  ],
  member_in_group: [409, 'This person is already in another group. Remove them from that group first.'],
  // Pictures, maps, and signs
  picture_not_usable: [422, 'The picture cannot be read. Upload a PNG, JPEG, or WebP file.'],
  picture_quota_full: [409, 'The lot has reached its storage limit for pictures. Delete a map first.'],
  map_limit: [409, 'The lot has reached its limit of 50 maps. Delete one first.'],
  sign_limit: [409, 'The lot has reached its limit of 500 signs. Remove one first.'],
  no_signs: [409, 'The lot has no signs to print. Add one first.'],
  map_changed: [409, 'Someone else has changed this map. Reload the page.'],
  // Gates
  gate_limit: [409, 'The lot has reached its limit of 50 gates. Remove one first.'],
  gate_not_requested: [404, 'You have not asked to open this gate yet. Open it first.'],
  gate_cannot_hold: [409, 'This gate cannot be held open by its device. Open it for each vehicle.'],
  gate_unreachable: [
    503,
    'The gate does not answer right now. Nothing was sent. Check its power and network.',
  ],
  // Validation
  validation_refused: [409, 'This reservation cannot be validated with this option.'],
  validation_limit: [
    409,
    'The limit of 200 partners, or of 20 options per partner, is reached. Remove one first.',
  ],
  balance_negative: [409, 'The balance of a partner that pays in advance cannot become negative.'],
  tablet_link_unknown: [404, 'This link does not work anymore. Ask the parking lot for the current one.'],
  // Payments and payouts
  card_declined: [
    402,
    'Your card was declined. The spot is still held for you. Try another card or contact your bank.',
  ],
  payment_method_needed: [402, 'A payment method is required. Choose one.'],
  payment_method_not_usable: [409, 'This payment method could not be saved. Add it again.'],
  nothing_earned: [409, 'You have no earnings to pay with yet. List your spot first.'],
  refund_not_waiting: [409, 'This refund was already sent, approved, or withdrawn. Reload the page.'],
  approval_by_another: [403, 'You cannot approve a refund that you requested. Ask another admin.'],
  not_refundable: [409, 'The refund is more than the amount that is left to refund. Enter a smaller amount.'],
  invoice_not_paid: [409, 'This invoice has no receipt, because it is not paid yet.'],
  year_without_earnings: [409, 'This year has no statement, because nothing was earned in it.'],
  payer_without_email: [409, 'The payer has no email address. Open the receipt and hand it over instead.'],
  invoice_not_open: [409, 'This invoice is no longer open. Reload the page to see its current state.'],
  payment_method_in_use: [
    409,
    'This payment method is still in use. Choose another one for what it pays first.',
  ],
  change_planned: [409, 'Another change is already scheduled. Withdraw it first.'],
  proration_changed: [409, 'The prorated price has changed. Review it again.'],
  plan_too_small: [409, 'The lot has more spots than this plan allows. Choose a larger plan.'],
  subscription_ended: [409, 'This subscription has ended and cannot be changed.'],
  subscription_change_not_possible: [
    409,
    'This change to the subscription is not possible. Choose another one.',
  ],
  subscription_change_not_waiting: [
    409,
    'This change already took effect or was withdrawn. Reload the page.',
  ],
  difference_not_open: [409, 'This difference is already settled or resolved. Reload the page.'],
  difference_not_bookable: [
    409,
    'This difference cannot be booked. Settle the payment or invoice that it comes from.',
  ],
  payment_unsettled: [
    503,
    'The card provider has not answered yet. Your spot is held; nothing is charged twice. Try again in a moment.',
  ],
  provider_unavailable: [
    503,
    "We can't reach the card provider right now. Nothing is charged twice. Try again in a few minutes.",
  ],
  not_a_host: [409, 'Payouts are only for hosts. List your spot first.'],
  payout_not_failed: [409, 'This payout has not failed, so it cannot be retried.'],
  payout_account_refused: [
    409,
    'The payment provider does not support this country and currency. Contact us; your earnings are safe.',
  ],
  payout_account_not_ready: [
    409,
    'The account cannot receive payouts right now. Provide the missing details first.',
  ],
  // Platform operations
  job_not_failed: [
    409,
    'This job is no longer in the list: it succeeded, is running, or was discarded. Reload the list.',
  ],
  // Server errors
  internal: [500, 'Something went wrong on our side. Try again in a few minutes.'],
  overloaded: [503, 'The service is very busy. Try again in a few seconds.'],
  unavailable: [503, 'The service is not ready. Try again in a moment.'],
} as const satisfies Record<string, readonly [status: number, message: string]>

export type ErrorCode = keyof typeof errors
const codes = Object.keys(errors) as ErrorCode[]

export const ErrorBody = Type.Object(
  {
    message: Type.String({ description: 'A message for a person: what happened and what to do.' }),
    code: StringEnum(codes, { description: 'The error code, for programs.' }),
    request_id: Type.String({ description: 'The ID of this request in our logs.' }),
    field: Type.Optional(Type.String({ description: 'The name of the invalid field, as in the request.' })),
    details: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'More details about this error. Their fields depend on the code.',
      }),
    ),
  },
  { $id: 'Error' },
)
export type ErrorBody = Static<typeof ErrorBody>
