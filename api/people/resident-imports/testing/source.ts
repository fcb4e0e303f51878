import type { AddressInfo } from 'node:net'
import {
  createDataSourceRoute,
  patchDataSourcePropertiesRoute,
  patchDataSourceRoute,
  syncDataSourceRoute,
} from '@openspot/contract/people/data-sources.ts'
import { getImportRoute, listImportRowsRoute, type ResidentImport } from '@openspot/contract/people/resident-imports.ts'
import { credentialForms } from '@openspot/core/residents/credentials.ts'
import type { IntegrationProvider } from '@openspot/core/residents/enums.ts'
import { PropertySystemsServer } from '@openspot/property-systems-stand-in/server.ts'
import { type Resident, resident } from '@openspot/property-systems-stand-in/residents.ts'
import type { TestApi } from '../../../testing/api.ts'
import { aLot } from '../../../testing/factories/lots.ts'
import { aMember, type Person } from '../../../testing/factories/people.ts'
import { connectionValues } from '../../connectors/testing/connection-values.ts'

/** The settings with which a test's API reaches the stand-in. */
export const vendorSettings = { OPENSPOT_VENDOR_NETWORKS: '127.0.0.1/32' }

export interface Source {
  lot_id: string
  owner: Person
  admin: Person
  id: string
  property_id: string
  vendor: IntegrationProvider
  /** Replaces the residents of the property. */
  serve(residents: Partial<Resident>[]): void
  sync(is_preview?: boolean): Promise<ResidentImport>
  rows(import_id: string): ReturnType<TestApi['call']>
}
void ({} as AddressInfo)
