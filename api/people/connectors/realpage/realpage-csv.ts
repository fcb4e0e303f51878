import type { VendorProperty, VendorRow } from '@openspot/core/residents/vendor-row.ts'
import { VendorFault, VendorUnavailable } from '../../../net/vendor-errors.ts'
import { MAX_RESPONSE_BYTES } from '../../../net/vendor-network.ts'
import type { VendorNetwork, VendorResponse } from '../../../vendors.ts'
import { openCsv, type TextEncodingChoice } from '../../resident-files/csv-table.ts'
import { FileRefused } from '../../resident-files/table.ts'
import { type Connection, type Connector, PAGE_SIZE } from '../reading/connection.ts'
import { CredentialsRejected, PropertyNotReachable } from '../reading/errors.ts'
import { withRetries } from '../reading/retries.ts'
import { basicAuth, readValues } from '../reading/values.ts'

const limits = {
  max_bytes: MAX_RESPONSE_BYTES,
  max_rows: 200_000,
  max_columns: 200,
  max_cell: 1_000,
  max_inflated_bytes: 0,
}
const stale_ms = 48 * 3_600_000
const requiredColumns = ['site_id', 'unit_number', 'resident_id', 'lease_id', 'lease_status'] as const

const columnOf = (cell: string) =>
  cell
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
const knownColumns = (cells: readonly string[]) => {
  const columns = cells.map(columnOf)
  return requiredColumns.filter((name) => columns.includes(name)).length
}

/** The cells of a line by the name of their column; null for an empty or absent one. */
type Line = (name: string) => string | null

/** RealPage's scheduled file: a CSV at an https address, which holds all sites. */
export function realpageCsvConnector(connection: Connection, net: VendorNetwork): Connector {
  const values = readValues('REALPAGE', connection)
  const username = values.text('username')
  const password = values.text('password')
  const encoding = values.text('encoding') as TextEncodingChoice

  const download = (signal: AbortSignal): Promise<VendorResponse> =>
    withRetries(net, signal, async () => {
      const answer = await net.send(
        {
          method: 'GET',
          url: values.text('file_url') ?? '',
          headers: {
            accept: 'text/csv, */*',
            ...(username && password ? { authorization: basicAuth(username, password) } : {}),
          },
        },
        signal,
      )
      const { status } = answer
      if (status === 401 || status === 403)
        throw new CredentialsRejected(`The server of the file refused the credentials (status ${status}).`)
      if (status >= 500)
        throw new VendorUnavailable(`The server of the file is not available (status ${status}).`)
      if (status === 404 || status === 410) throw new VendorFault('The file does not exist.')
      if (status !== 200) throw new VendorFault(`The server of the file answered with status ${status}.`)
      return answer
    })

  async function* lines(body: Buffer): AsyncGenerator<Line> {
    let columns: string[] | null = null
    try {
      const { rows } = await openCsv(body, limits, knownColumns, encoding)
      for await (const { cells } of rows) {
        if (columns === null) {
          columns = cells.map(columnOf)
          const missing = requiredColumns.filter((name) => !columns?.includes(name))
          if (missing.length > 0) throw new VendorFault(`The file has no column ${missing.join(', ')}.`)
          continue
        }
        const names = columns
        yield (name) => cells[names.indexOf(name)] || null
      }
    } catch (error) {
      if (error instanceof FileRefused)
        throw new VendorFault(`The file is not a readable table (${error.message}).`)
      throw error
    }
    if (columns === null) throw new VendorFault('The file is empty.')
  }

  return {
    async listProperties(signal) {
      const sites = new Set<string>()
      for await (const line of lines((await download(signal)).body)) {
        const site = line('site_id')
        if (site !== null) sites.add(site)
      }
      return [...sites].map(
        (property_id): VendorProperty => ({ property_id, name: property_id, address: null, is_active: true }),
      )
    },

    async *pull(property_id, { signal, warn }) {
      const { body, headers } = await download(signal)
      const written = Date.parse(headers['last-modified'] ?? '')
      if (!Number.isNaN(written) && net.now().getTime() - written > stale_ms)
        warn?.({ code: 'STALE_FILE', text: new Date(written).toISOString() })
      let page: VendorRow[] = []
      let is_listed = false
      const households = new Set<string>()
      for await (const line of lines(body)) {
        if (line('site_id') !== property_id) continue
        is_listed = true
        const row = rowOf(property_id, line)
        if (row !== null) {
          // The file doesn't say who heads a household: the first one listed does.
          if (row.household_id !== null && households.has(row.household_id)) row.role = 'OCCUPANT'
          if (row.household_id !== null) households.add(row.household_id)
          page.push(row)
        }
        if (page.length < PAGE_SIZE) continue
        yield page
        page = []
        signal.throwIfAborted()
      }
      if (!is_listed) throw new PropertyNotReachable(property_id, 'The file has no rows of this site.')
      if (page.length > 0) yield page
    },
  }
}

function rowOf(site_id: string, line: Line): VendorRow | null {
  const resident = line('resident_id')
  const unit = line('unit_number')
  if (resident === null || unit === null) return null
  const household = line('household_id')
  const status = line('lease_status')
  return {
    property_id: site_id,
    person_id: `${site_id}:${resident}`,
    lease_id: `${site_id}:${line('lease_id') ?? `household-${household ?? resident}`}`,
    household_id: household === null ? null : `${site_id}:${household}`,
    first_name: line('first_name'),
    last_name: line('last_name'),
    email: line('email'),
    phones: ['phone', 'cell_phone', 'home_phone', 'work_phone'].flatMap((name) => line(name) ?? []),
    unit_id: line('unit_id'),
    unit,
    building: line('building_number') ?? line('building'),
    status,
    person_status: null,
    role: 'HEAD',
    lease_starts: line('lease_start'),
    lease_ends: line('lease_end'),
    moves_in: line('move_in'),
    moves_out: line('move_out') ?? line('notice_for'),
    notice: line('notice_for') ?? line('notice_given'),
    is_month_to_month: false,
    is_renewal: /^future lease$/i.test(status ?? ''),
    vehicles: [],
    spots: [],
    replaces_person_id: null,
  }
}
