import { readdirSync } from 'node:fs'
import * as cameraEnums from '@openspot/core/cameras/enums.ts'
import { disputeFileKinds, evidenceFailures, evidenceStates } from '@openspot/core/disputes/enums.ts'
import * as enums from '@openspot/core/enums.ts'
import * as errorEnums from '@openspot/core/error-monitoring/enums.ts'
import * as fineEnums from '@openspot/core/fines/enums.ts'
import * as gateEnums from '@openspot/core/gates/enums.ts'
import { simulatedGateScripts } from '@openspot/core/gates/scripts.ts'
import { invoiceLineKinds } from '@openspot/core/invoices/lines.ts'
import { entryMethods, lotAmenities, onSitePayments } from '@openspot/core/lots/facts.ts'
import { lotSetupSteps } from '@openspot/core/lots/setup.ts'
import * as notificationEnums from '@openspot/core/notifications/enums.ts'
import { everyNotificationKind } from '@openspot/core/notifications/kinds.ts'
import { attentionKinds } from '@openspot/core/overview/attention.ts'
import { parkingRights } from '@openspot/core/plates/rights.ts'
import * as problemEnums from '@openspot/core/problems/enums.ts'
import { quoteUnits } from '@openspot/core/quote/types.ts'
import * as residentEnums from '@openspot/core/residents/enums.ts'
import * as validationEnums from '@openspot/core/validation/enums.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, testApi } from './testing/api.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

const { isOneOf: _, ...shared } = enums
const lists = {
  ...shared,
  ...cameraEnums,
  ...errorEnums,
  ...fineEnums,
  ...gateEnums,
  ...notificationEnums,
  ...problemEnums,
  ...residentEnums,
  ...validationEnums,
}
const enumerations: Record<string, readonly string[]> = {
  ...lists,
  disputeFileKinds,
  evidenceFailures,
  evidenceStates,
  simulatedGateScripts,
  invoiceLineKinds,
  lotSetupSteps,
  entryMethods,
  lotAmenities,
  onSitePayments,
  attentionKinds,
  parkingRights,
  quoteUnits,
}

/** Types of the database whose enumeration has another name, or none because no other room uses its values. */
const namedOtherwise: Record<string, string | null> = {
  account_status: 'userAccountStatuses',
  error_activity_kind: 'errorActivities',
  error_reopen_rule: 'reopenRules',
  plate_match: 'plateMatches',
  sign_in_link_purpose: null,
  phone_code_purpose: null,
  lot_car_note_state: null,
  event_delivery: null,
}

/** The enumeration of each column of text that the database limits to a list; null if only the database uses it. */
const columns: Record<string, string | null> = {
  'account_changes.kind': null,
  'calendar_prices.units': 'quoteUnits',
  'consents.given_by': null,
  'consents.purpose': null,
  'earnings.payee_kind': 'payeeKinds',
  'earnings.source_kind': 'earningSources',
  'emails.suppressed_because': null,
  'files.purpose': null,
  'invoice_lines.kind': 'invoiceLineKinds',
  'invoice_lines.unit': 'quoteUnits',
  'invoices.kind': 'invoiceKinds',
  'landmarks.kind': 'landmarkKinds',
  'ledger_entries.account': null,
  'ledger_transactions.kind': null,
  'lots.failed_payment_rule': 'failedPaymentRules',
  'payout_accounts.schedule': 'payoutSchedules',
  'payouts.payee_kind': 'payeeKinds',
  'places.kind': null,
  'plate_reads.right_kind': 'parkingRights',
  'plate_visits.right_kind': 'parkingRights',
  'reconciliation_differences.status': 'differenceStatuses',
  'reservation_events.kind': null,
  'resident_id_changes.reason': null,
  'subscription_changes.kind': 'subscriptionChangeKinds',
  'subscription_changes.state': 'subscriptionChangeStates',
  'subscriptions.kind': 'subscriptionKinds',
  'users.roles': null,
}

/** Published lists that share words with an enumeration and differ from it on purpose. */
const published: Record<string, string> = {
  'ACCEPTED DECLINED': 'how staff decide an appeal',
  'ACTIVE PENDING': 'the statuses with which staff add a member',
  'CLOSED OPEN TAKEN': 'availability of one spot at one time',
  'CORRECTION PAYMENT': 'what staff enter in a partner’s account; the product enters the rest',
  'DAY HOUR': 'the units in which a host sets a price',
  'DAY MONTH WEEK': 'the periods in which a rule counts bookings',
  'DISMISSED OPEN': 'the notes about a vehicle that a lot sees',
  'DISMISSED RESOLVED': 'how staff settle an open problem',
  'DRIVER HOST STAFF': 'as whom a person reads a reservation',
  'DRIVER STAFF': 'who created a reservation',
  'DRIVER STAFF SYSTEM': 'who changed a reservation',
  'EMAIL PHONE SIGN_IN': 'how a guest who opened a link confirms who they are',
  'GATE OTHER PATROL REPORT SEARCH': 'why staff look up a plate; the public page has its own reason',
  'NONE STRIPE': 'how staff book for a driver: never from earnings',
}

const sorted = (words: readonly string[]) => words.toSorted().join(' ')

/** `spot_type` is listed in `spotTypes`, `reservation_status` in `reservationStatuses`, `user_source` in `userSources`. */
function pluralOf(name: string): string {
  const camel = name.replace(/_(\w)/g, (_match, letter: string) => letter.toUpperCase())
  if (/[^aeiou]y$/.test(camel)) return `${camel.slice(0, -1)}ies`
  return camel.endsWith('s') ? `${camel}es` : `${camel}s`
}

/** Returns the differences by name; empty if both sides have the same values. */
function differences(
  found: Record<string, readonly string[]>,
  nameOf: (name: string) => string | null | undefined,
) {
  return Object.entries(found).flatMap(([name, words]) => {
    const counterpart = nameOf(name)
    if (counterpart === null) return []
    const known = counterpart === undefined ? undefined : enumerations[counterpart]
    if (known && sorted(known) === sorted(words)) return []
    return [{ name, counterpart, database: sorted(words), code: known ? sorted(known) : 'missing' }]
  })
}

test('every enum type of the database has exactly the values of its enumeration', async () => {
  const { rows } = await api.deps.database.pool.query<{ name: string; words: string[] }>(
    `select t.typname as name, array_agg(e.enumlabel::text) as words
     from pg_type t join pg_enum e on e.enumtypid = t.oid
     where t.typnamespace = 'public'::regnamespace group by 1`,
  )
  const found = Object.fromEntries(rows.map(({ name, words }) => [name, words]))
  expect(rows.length).toBeGreaterThan(25)
  expect(
    differences(found, (name) => (name in namedOtherwise ? namedOtherwise[name] : pluralOf(name))),
  ).toEqual([])
  expect(Object.keys(namedOtherwise).filter((name) => !(name in found))).toEqual([])
})

test('every text column that is limited to a list allows exactly the values of its enumeration', async () => {
  const { rows } = await api.deps.database.pool.query<{ name: string; definition: string }>(
    `select c.conrelid::regclass || '.' || a.attname as name, pg_get_constraintdef(c.oid) as definition
     from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     where c.contype = 'c' and cardinality(c.conkey) = 1 and c.connamespace = 'public'::regnamespace
       and pg_get_constraintdef(c.oid) ~ '(= ANY|<@) \\(?ARRAY\\[''\\w+''::text'`,
  )
  const words = (definition: string) =>
    [...definition.matchAll(/'(\w+)'::text/g)].map(([, word]) => word ?? '')
  const found = Object.fromEntries(rows.map(({ name, definition }) => [name, words(definition)]))
  expect(Object.keys(found).sort()).toEqual(Object.keys(columns).sort())
  expect(differences(found, (name) => columns[name])).toEqual([])
})

test('every published list is an enumeration, or shares fewer than two words with any, or differs on purpose', async () => {
  const document: unknown = await (await fetch(`${api.base}/api/openapi.json`)).json()
  const found = new Set(listsIn(document).map(sorted))
  const known = [...Object.values(enumerations), everyNotificationKind, ...(await listsOfContract())]
  const same = new Set(known.map(sorted))
  const differing = [...found].filter((list) => {
    const words = new Set(list.split(' '))
    return !same.has(list) && known.some((values) => values.filter((word) => words.has(word)).length > 1)
  })
  expect(found.size).toBeGreaterThan(40)
  expect(differing.sort()).toEqual(Object.keys(published))
})

/** The lists of strings that modules of the contract export. */
async function listsOfContract(): Promise<string[][]> {
  const folder = new URL('../contract/', import.meta.url)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.includes('node_modules'),
  )
  const modules = await Promise.all(files.map((file) => import(new URL(file, folder).href)))
  return modules.flatMap((exported: object) => Object.values(exported).filter(isList))
}

const isList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length > 1 && value.every((word) => typeof word === 'string')

/** Every `enum` of words below a node, without error codes, which each route derives. */
function listsIn(node: unknown): string[][] {
  if (typeof node !== 'object' || node === null) return []
  const own =
    'enum' in node && isList(node.enum) && !node.enum.some((word) => /^[a-z]+(_[a-z]+)+$/.test(word))
  return [
    ...(own ? [(node as { enum: string[] }).enum] : []),
    ...Object.values(node).flatMap((child) => listsIn(child)),
  ]
}
