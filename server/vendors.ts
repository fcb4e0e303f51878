import { allowPublic } from '@openspot/api/net/networks.ts'
import { openVendorNetwork, type VendorNetwork } from '@openspot/api/people/connectors/reading/network.ts'
import type { Ports } from '@openspot/api/ports.ts'
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
export async function openVendors(settings: Settings, ports: Ports): Promise<Vendors> {
  const { networks: ranges, stand_in_port } = settings.vendors
  if (settings.environment !== 'local')
    return { net: openVendorNetwork({ ports, networks: allowPublic({ ranges }) }), close: async () => {} }
  const standIn = new PropertySystemsServer({ now: () => ports.now() })
  const address = '127.0.0.1'
  const port = await standIn.listen({ host: address, port: stand_in_port })
  const networks = allowPublic({ ranges, stand_in: { address, port } })
  const net = openVendorNetwork({ ports, networks })
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
