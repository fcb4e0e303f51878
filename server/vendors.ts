import { openVendors } from '@openspot/api/people/connectors/open-vendors.ts'
import type { Ports } from '@openspot/api/ports.ts'
import type { VendorNetwork } from '@openspot/api/vendors.ts'
import type { Settings } from '@openspot/core/settings.ts'
import { PropertySystemsServer } from '@openspot/property-systems-stand-in/server.ts'

/** The address of the stand-in in the local environment, which does not change with its port. */
export const standInUrl = 'http://property-systems.example'

export interface Vendors {
  net: VendorNetwork
  close(): Promise<void>
}

/**
 * Opens the network for property-management systems. In the local environment, it also starts their stand-in, which listens
 * only on this machine and answers at `standInUrl`.
 */
export async function startVendors(settings: Settings, ports: Ports): Promise<Vendors> {
  if (settings.environment !== 'local') return { net: openVendors(settings, ports), close: async () => {} }
  const standIn = new PropertySystemsServer({ now: () => ports.now() })
  const address = '127.0.0.1'
  const port = await standIn.listen({ host: address, port: settings.vendors.stand_in_port })
  const net = openVendors(settings, ports, { stand_in: { address, port } })
  const isStandIn = (url: string) => URL.canParse(url) && new URL(url).origin === standInUrl
  return {
    net: {
      ...net,
      send: (request, signal) => {
        const { url } = request
        const own = isStandIn(url) ? url.replace(/^[^/]*\/\/[^/]+/, `http://${address}:${port}`) : url
        return net.send({ ...request, url: own }, signal)
      },
    },
    close: () => standIn.close(),
  }
}
