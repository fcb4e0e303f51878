/** The provider's requirement names and their descriptions. */
const words: readonly [RegExp, string][] = [
  [/^external_account/, 'A bank account for payouts'],
  [/^tos_acceptance/, 'Your acceptance of the provider’s terms'],
  [/^business_type/, 'Whether you are a person or a company'],
  [/^business_profile\.(url|product_description)/, 'A website, or a short description of what you offer'],
  [/^business_profile\.mcc/, 'What kind of business it is'],
  [/verification\.(additional_)?document/, 'A photo of an identity document'],
  [/\.dob\b/, 'A date of birth'],
  [/\.(registered_)?address\b/, 'An address'],
  [/(ssn_last_4|id_number|tax_id|vat_id)/, 'A tax ID or identity number'],
  [/\.(first_name|last_name|name)\b/, 'A name'],
  [/\.(phone|email)\b/, 'A phone number and an email address'],
  [
    /(owners|directors|executives|relationship|representative)/,
    'The owners and representatives of the company',
  ],
  [/(pending_verification|under_review)/, 'Nothing from you; the provider is checking your details'],
  [/rejected/, 'The provider has closed this account; contact its support'],
]
const otherwise = 'Details that the provider asks for on its page'

export interface Missing {
  requirement: string
  text: string
}

/** Returns each missing requirement once, in the provider's order. */
export function missingInWords(requirements: readonly string[]): Missing[] {
  const said = new Map<string, Missing>()
  for (const requirement of requirements) {
    const text = words.find(([pattern]) => pattern.test(requirement))?.[1] ?? otherwise
    if (!said.has(text)) said.set(text, { requirement, text })
  }
  return [...said.values()]
}
