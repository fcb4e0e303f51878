/**
 * Hours during which refunds, or bills, to one payer or by one staff member are added up and compared with the lot's
 * limit for a second approval.
 */
export const APPROVAL_HOURS = 24
