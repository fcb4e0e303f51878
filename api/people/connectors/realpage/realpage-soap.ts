import { VendorFault } from '../../../net/vendor-errors.ts'
import type { VendorNetwork } from '../../../vendors.ts'
import { type Connection, type Connector, PAGE_SIZE } from '../reading/connection.ts'
import { CredentialsRejected } from '../reading/errors.ts'
import { findAll } from '../reading/nodes.ts'
import { callSoap, elements, SoapFault } from '../reading/soap.ts'
import { readValues } from '../reading/values.ts'
import { rowOfResident } from './resident-rows.ts'

/**
 * RealPage's program for registered vendors. The public material names no method that returns residents: the fields are
 * those of the gateway for partners, and the method is a setting.
 */
export function realpageSoapConnector(connection: Connection, net: VendorNetwork): Connector {
  const values = readValues('REALPAGE', connection)
  const method = values.text('method') ?? ''

  function readResidents(site_id: string, signal: AbortSignal) {
    // Also without a user, because nothing else tells the site.
    const header = `<tem:UserAuthInfo>${elements('tem:', [
      ['UserName', values.text('username')],
      ['Password', values.text('password')],
      ['SiteID', site_id],
      ['PmcID', values.text('pmc_id')],
      ['InternalUser', 'false'],
    ])}</tem:UserAuthInfo>`
    const envelope = `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/" xmlns:tem="http://tempuri.org/"><soap:Header>${header}</soap:Header><soap:Body><tem:${method}><tem:status>ALL</tem:status></tem:${method}></soap:Body></soap:Envelope>`
    return callSoap(
      net,
      values.redact,
      {
        url: values.text('service_url') ?? '',
        action: `http://tempuri.org/${method}`,
        headers: { apikey: values.text('api_key') ?? '' },
        envelope,
        record: 'resident',
      },
      signal,
    )
  }

  /** A fault of the first call that an account makes means the credentials. */
  async function check(site_id: string, signal: AbortSignal): Promise<void> {
    try {
      await readResidents(site_id, signal)
    } catch (error) {
      if (error instanceof SoapFault) throw new CredentialsRejected(error.message)
      throw error
    }
  }

  return {
    async listProperties(signal) {
      const sites = values.list('site_ids')
      const [first] = sites
      if (first === undefined) throw new CredentialsRejected('Enter at least one site.')
      await check(first, signal)
      // No call for names is known.
      return sites.map((property_id) => ({ property_id, name: property_id, address: null, is_active: true }))
    },

    async *pull(site_id, { signal }) {
      const [first] = values.list('site_ids')
      const answer = await readResidents(site_id, signal).catch(async (error: unknown) => {
        if (!(error instanceof SoapFault)) throw error
        // Whether the credentials still work decides what the fault means.
        if (first !== undefined && first !== site_id) await check(first, signal)
        throw error
      })
      if (answer.record_count === 0 && findAll(answer.rest, 'residentlist').length === 0)
        throw new VendorFault('The response has no list of residents.')
      const context = { site_id, leases: new Map(), spots: new Map() }
      for await (const page of answer.pages(PAGE_SIZE)) {
        signal.throwIfAborted()
        yield page.flatMap((resident) => rowOfResident(context, resident) ?? [])
      }
    },
  }
}
