import type { IntegrationProvider } from '@openspot/core/residents/enums.ts'
import type { VendorNetwork } from '../../vendors.ts'
import { entrataConnector } from './entrata/entrata.ts'
import type { Connection, Connector } from './reading/connection.ts'
import { realpageCsvConnector } from './realpage/realpage-csv.ts'
import { realpageSoapConnector } from './realpage/realpage-soap.ts'
import { rpxConnector } from './realpage/rpx.ts'
import { yardiConnector } from './yardi/yardi.ts'

/** Returns the connector of a provider. Nothing is sent until one of its methods is called. */
export function connectorFor(
  provider: IntegrationProvider,
  connection: Connection,
  net: VendorNetwork,
): Connector {
  switch (provider) {
    case 'ENTRATA':
      return entrataConnector(connection, net)
    case 'REALPAGE':
      return connection.source === 'CSV'
        ? realpageCsvConnector(connection, net)
        : realpageSoapConnector(connection, net)
    case 'REALPAGE_RPX':
      return rpxConnector(connection, net)
    case 'YARDI':
      return yardiConnector(connection, net)
  }
}
