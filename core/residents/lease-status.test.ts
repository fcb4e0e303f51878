import { expect, test } from 'vitest'
import { rules } from '../testing/residents.ts'
import type { ResidentRules } from './decision.ts'
import type { IntegrationProvider } from './enums.ts'
import { readStatus, statusKey } from './lease-status.ts'

const said = (
  status: string | null,
  changed: Partial<ResidentRules> = {},
  person_status: string | null = null,
) => readStatus({ status, person_status, is_renewal: false }, false, { ...rules, ...changed })

test.each([
  ['Applicant - Lease Signed', 'applicant lease signed'],
  [' Applicant–Lease   signed ', 'applicant lease signed'],
  ['Wait-List', 'wait list'],
  ['', ''],
  [null, ''],
])('the key of the status %j is %j', (raw, key) => {
  expect(statusKey(raw)).toBe(key)
})

test.each<[IntegrationProvider | null, string, string]>([
  ['ENTRATA', '1', 'APPLICANT'],
  ['ENTRATA', '2', 'CANCELLED'],
  ['ENTRATA', '3', 'FUTURE'],
  ['ENTRATA', '4', 'CURRENT'],
  ['ENTRATA', '5', 'NOTICE'],
  ['ENTRATA', '6', 'PAST'],
  ['ENTRATA', 'Denied', 'CANCELLED'],
  ['ENTRATA', 'Future Lease', 'UNKNOWN'],
  ['REALPAGE_RPX', 'Applicant', 'APPLICANT'],
  ['REALPAGE_RPX', 'Applicant - Lease Signed', 'FUTURE'],
  ['REALPAGE_RPX', 'Future Lease', 'RENEWAL'],
  ['REALPAGE_RPX', 'Current', 'CURRENT'],
  ['REALPAGE_RPX', 'Former', 'PAST'],
  ['REALPAGE_RPX', 'Former Applicant', 'CANCELLED'],
  ['REALPAGE_RPX', 'Notice', 'UNKNOWN'],
  ['REALPAGE', 'Former', 'PAST'],
  ['YARDI', 'Applicant', 'APPLICANT'],
  ['YARDI', 'Wait List', 'APPLICANT'],
  ['YARDI', 'Future', 'FUTURE'],
  ['YARDI', 'Current', 'CURRENT'],
  ['YARDI', 'NOTICE', 'NOTICE'],
  ['YARDI', 'Eviction', 'NOTICE'],
  ['YARDI', 'Past', 'PAST'],
  ['YARDI', 'Canceled', 'CANCELLED'],
  ['YARDI', 'Cancelled', 'CANCELLED'],
  ['YARDI', 'Denied', 'CANCELLED'],
  ['YARDI', '4', 'UNKNOWN'],
  [null, '4', 'CURRENT'],
  [null, 'Former', 'PAST'],
  [null, 'Eviction', 'NOTICE'],
  [null, 'constructor', 'UNKNOWN'],
])('%s says %j: %s', (provider, status, common) => {
  expect(said(status, { provider }).status).toBe(common)
})

test('a date of notice makes a current lease one on notice only where the status cannot say so', () => {
  const noticed = (provider: IntegrationProvider | null) =>
    readStatus({ status: 'Current', person_status: null, is_renewal: false }, true, { ...rules, provider })
      .status
  expect([noticed('REALPAGE_RPX'), noticed('REALPAGE'), noticed(null)]).toEqual([
    'NOTICE',
    'NOTICE',
    'NOTICE',
  ])
  expect([noticed('YARDI'), noticed('ENTRATA')]).toEqual(['CURRENT', 'CURRENT'])
})

test('a future lease that the vendor calls a renewal is one', () => {
  const renewal = (status: string) =>
    readStatus({ status, person_status: null, is_renewal: true }, false, rules).status
  expect([renewal('Future'), renewal('Current')]).toEqual(['RENEWAL', 'CURRENT'])
})

test('the status of the person takes precedence over that of the lease', () => {
  expect(said('4', {}, 'Past')).toMatchObject({ status: 'PAST', raw: 'Past', has_left: true })
  expect(said('4', {}, 'Cancelled')).toMatchObject({ status: 'CANCELLED', has_left: true })
  expect(said('6', {}, 'Past')).toMatchObject({ status: 'PAST', has_left: false })
  expect(said('5', {}, ' ')).toMatchObject({ status: 'NOTICE', raw: '5' })
  expect(said('4', {}, 'Something New')).toMatchObject({ status: 'UNKNOWN', raw: 'Something New' })
})

test('a meaning that an admin gave a status comes before those of the vendor and before the exclusions', () => {
  const status_meanings = { 'corporate unit': 'CURRENT', past: 'NOTICE', '': 'CURRENT' } as const
  expect(said('Corporate - Unit', { status_meanings }).status).toBe('CURRENT')
  expect(said('Past', { status_meanings }).status).toBe('NOTICE')
  expect(said(null, { status_meanings }).status).toBe('CURRENT')
  expect(said('Past', { status_meanings, excluded_statuses: ['Past'] }).is_excluded).toBe(false)
  expect(said('Past', { status_meanings: {}, excluded_statuses: ['PAST '] }).is_excluded).toBe(true)
  expect(said('4', { excluded_statuses: ['4'] }, 'Current').is_excluded).toBe(true)
  expect(said(null, { excluded_statuses: [''] }).is_excluded).toBe(false)
})
