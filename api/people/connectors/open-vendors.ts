import type { Settings } from '@openspot/core/settings.ts'
import { allowPublic, type NetworkOptions } from '../../net/networks.ts'
import { openVendorNetwork, type VendorNetworkOptions } from '../../net/vendor-network.ts'
import type { Ports } from '../../ports.ts'
import type { VendorNetwork } from '../../vendors.ts'

/**
 * Opens the way to property-management systems: public addresses, the networks that the operator allows, and a stand-in by
 * its exact address.
 */
export function openVendors(
  { vendors }: Pick<Settings, 'vendors'>,
  ports: Pick<Ports, 'now'>,
  { wait, stand_in }: Pick<VendorNetworkOptions, 'wait'> & Pick<NetworkOptions, 'stand_in'> = {},
): VendorNetwork {
  const networks = allowPublic({ ranges: vendors.networks, ...(stand_in ? { stand_in } : {}) })
  return openVendorNetwork({ ports, networks, ...(wait ? { wait } : {}) })
}
