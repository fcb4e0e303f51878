import type { Settings } from '@openspot/core/settings.ts'
import { allowPublic } from '../../net/networks.ts'
import type { Ports } from '../../ports.ts'
import type { VendorNetwork } from '../../vendors.ts'
import { openVendorNetwork, type VendorNetworkOptions } from './reading/network.ts'

/**
 * Opens the way to property-management systems: public addresses, the networks that the operator allows, and the stand-in
 * of the local environment.
 */
export function openVendors(
  settings: Pick<Settings, 'vendors' | 'environment'>,
  ports: Pick<Ports, 'now'>,
  more: Pick<VendorNetworkOptions, 'wait'> = {},
): VendorNetwork {
  const { networks: ranges, stand_in_port: port } = settings.vendors
  const hasStandIn = settings.environment === 'local' && port > 0
  const stand_in = hasStandIn ? { stand_in: { address: '127.0.0.1', port } } : {}
  return openVendorNetwork({ ports, networks: allowPublic({ ranges, ...stand_in }), ...more })
}
