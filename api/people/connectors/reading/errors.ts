import { VendorError } from '../../../net/vendor-errors.ts'

/** The vendor refused the credentials, so a person must replace them. */
export class CredentialsRejected extends VendorError {}

/** One property can't be read, because the vendor doesn't grant access to it. Others can. */
export class PropertyNotReachable extends VendorError {
  readonly property_id: string
  constructor(property_id: string, text: string) {
    super(text)
    this.property_id = property_id
  }
}
