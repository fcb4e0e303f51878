import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { valuesOf, type Way } from '@openspot/api/people/connectors/testing/vendors.ts'
import { workbook } from '@openspot/api/people/resident-files/testing/workbook.ts'
import { type CallOptions, call } from '@openspot/contract/call.ts'
import {
  createDataSourceRoute,
  importResidentFileRoute,
  patchDataSourcePropertiesRoute,
  patchDataSourceRoute,
  syncDataSourceRoute,
  uploadResidentFileRoute,
} from '@openspot/contract/people/data-sources.ts'
import { credentialForms } from '@openspot/core/residents/credentials.ts'
import { largeId } from '@openspot/property-systems-stand-in/data.ts'
import { ordinaryResident } from '@openspot/property-systems-stand-in/residents.ts'

/** A data source of a lot, ready to be imported. */
export interface ReadySource {
  /** Starts the import, and returns its ID: of a file, after it was uploaded. */
  start(): Promise<string>
}

/** Connects a lot to the large property of a vendor. */
export async function connect(
  as: CallOptions,
  lot_id: string,
  { provider, source }: Way,
  url: string,
): Promise<ReadySource> {
  const form = credentialForms.find((one) => one.provider === provider && one.source === source)
  const property_id = largeId(provider)
  const given = valuesOf(provider, source, url)
  const values = Object.entries('site_ids' in given ? { ...given, site_ids: property_id } : given)
  const isSecret = (name: string) =>
    form?.fields.some((field) => field.name === name && field.is_secret) ?? false
  const body = {
    kind: 'CONNECTION',
    provider,
    name: 'Property system',
    connection: { source, ...Object.fromEntries(values.filter(([name]) => !isSecret(name))) },
    secrets: Object.fromEntries(values.filter(([name]) => isSecret(name))),
  } as const
  const { id } = await call(createDataSourceRoute, { params: { lot_id }, body }, as)
  const params = { data_source_id: id }
  await call(patchDataSourcePropertiesRoute, { params, body: { property_ids: [property_id] } }, as)
  await call(patchDataSourceRoute, { params, body: { integration_status: 'ENABLED' } }, as)
  return {
    start: async () => (await call(syncDataSourceRoute, { params, body: { is_preview: false } }, as)).id,
  }
}

const columns = [
  'Unit',
  'Building',
  'First Name',
  'Last Name',
  'Email',
  'Phone',
  'Lease Start',
  'Lease End',
  'Move In',
  'Resident ID',
  'License Plate',
  'Plate State',
]

/** The rows of a rent roll with this many residents. */
function* rentRoll(count: number, today: Date): Generator<string[]> {
  const day = (days: number) => new Date(today.getTime() + days * 86_400_000).toISOString().slice(0, 10)
  yield columns
  for (let at = 0; at < count; at += 1) {
    const one = ordinaryResident('ENTRATA', 9, at, day)
    const [vehicle] = one.vehicles
    const { unit, building, first_name, last_name, email, phone, lease_starts, lease_ends, moves_in } = one
    const contact = [first_name, last_name, `file.${email}`, phone]
    yield [
      unit,
      building,
      ...contact,
      lease_starts,
      lease_ends,
      moves_in,
      one.person_id,
      vehicle?.plate ?? '',
      vehicle?.region ?? '',
    ]
  }
}

/** Makes a rent roll, which is uploaded when the import starts. */
export async function prepareFile(
  as: CallOptions,
  lot_id: string,
  { kind, count, today }: { kind: 'CSV' | 'XLSX'; count: number; today: Date },
): Promise<ReadySource> {
  const rows = [...rentRoll(count, today)]
  const bytes =
    kind === 'CSV'
      ? Buffer.from(rows.map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\r\n'))
      : await workbook(rows.map((row) => row.map((value) => (value === '' ? null : { value }))) as never)
  const source = await call(
    createDataSourceRoute,
    { params: { lot_id }, body: { kind: 'FILE', name: `Rent roll ${kind}` } },
    as,
  )
  const params = { data_source_id: source.id }
  return {
    async start() {
      const body = new FormData()
      body.append('file', new File([new Uint8Array(bytes)], `rent-roll.${kind.toLowerCase()}`))
      const file = await call(uploadResidentFileRoute, { params, body }, as)
      const { id } = await call(
        importResidentFileRoute,
        {
          params: { ...params, resident_file_id: file.id },
          body: { mapping: file.mapping, is_complete: true },
        },
        as,
      )
      return id
    },
  }
}

/** The stand-in of the vendors. */
export interface Vendors {
  url: string
  /** Gives the vendor of a way a property with this many residents. */
  serve(way: Way, count: number): Promise<void>
  stop(): Promise<void>
}

/** Starts the stand-in of the vendors as a process of its own, so that its memory is not the server's. */
export async function startVendors(): Promise<Vendors> {
  const file = fileURLToPath(import.meta.resolve('@openspot/property-systems-stand-in/main.ts'))
  const child = spawn(process.execPath, [...process.execArgv, file, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await addressOf(child)
  return {
    url,
    async serve({ provider }, large) {
      const answer = await fetch(`${url}/control`, {
        method: 'POST',
        body: JSON.stringify({ vendor: provider, switches: {}, large }),
      })
      if (!answer.ok) throw new Error(`The stand-in answered ${answer.status}.`)
    },
    async stop() {
      const ended = new Promise((done) => child.once('exit', done))
      if (child.exitCode === null && child.kill()) await ended
    },
  }
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((done, fail) => {
    child.once('exit', () => fail(new Error('The stand-in of the vendors did not start.')))
    child.stdout?.on('data', (text: Buffer) => {
      const url = /http:\/\/[\d.:]+/.exec(text.toString('utf8'))?.[0]
      if (url !== undefined) done(url)
    })
  })
}
