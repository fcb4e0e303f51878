import type { Settings } from '@openspot/core/settings.ts'
import type { Messaging } from '../../messaging.ts'
import { allowPublic, type NetworkOptions } from '../../net/networks.ts'
import { openVendorNetwork, type VendorNetworkOptions } from '../../net/vendor-network.ts'
import type { Ports } from '../../ports.ts'

const timeout_ms = 10_000
const max_bytes = 256 * 1024

/**
 * Opens the way for pushes and texts: public addresses over TLS, the networks that the operator allows, and a stand-in
 * by its exact address.
 */
export function openMessaging(
  { vendors, messaging }: Pick<Settings, 'vendors' | 'messaging'>,
  ports: Pick<Ports, 'now'>,
  { stand_in, ...more }: Pick<NetworkOptions, 'stand_in'> & Pick<VendorNetworkOptions, 'ca' | 'resolve'> = {},
): Messaging {
  const networks = allowPublic({ ranges: vendors.networks, ...(stand_in ? { stand_in } : {}) })
  const net = openVendorNetwork({ ports, networks, timeout_ms, max_bytes, ...more })
  return { net, fcm: messaging.fcm, twilio: messaging.twilio }
}
