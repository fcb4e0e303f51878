/** Invented people: first and last names are combined at random. */
export const firstNames = words(
  'Amara Anton Beatriz Callum Chidi Dana Devon Elena Emeka Farah Felix Grace Hana Hugo Imani ' +
    'Ingrid Jamal Jonas Kavya Keiko Leon Lucia Malik Marta Mei Nadia Noah Olu Owen Paloma Priya ' +
    'Quinn Rafael Rosa Samir Sofia Tariq Tess Uma Viktor Wanda Xavier Yara Zoltan',
)
export const lastNames = words(
  'Abbott Adeyemi Bergström Brandt Calderon Castillo Chaudhry Dabrowski Delgado Eriksen Farrell ' +
    'Fontaine Galvin Greene Haddad Hollis Ibarra Jankowski Kaplan Kimura Kowal Lindqvist Lombardi ' +
    'Mbeki Mercer Novak Obi Okafor Park Pereira Quigley Ramos Rinaldi Sandoval Sato Sokolov Thorne ' +
    'Ueda Valdez Vance Weiss Whitfield Yilmaz Zielinski',
)

export const cars: readonly { make: string; models: readonly string[] }[] = [
  { make: 'Toyota', models: ['Camry', 'Corolla', 'RAV4', 'Prius'] },
  { make: 'Honda', models: ['Civic', 'Accord', 'CR-V', 'HR-V'] },
  { make: 'Ford', models: ['Escape', 'F-150', 'Explorer', 'Maverick'] },
  { make: 'Chevrolet', models: ['Equinox', 'Bolt', 'Malibu', 'Trax'] },
  { make: 'Subaru', models: ['Outback', 'Forester', 'Crosstrek'] },
  { make: 'Tesla', models: ['Model 3', 'Model Y'] },
  { make: 'Hyundai', models: ['Elantra', 'Tucson', 'Ioniq 5'] },
  { make: 'Volkswagen', models: ['Jetta', 'Golf', 'Tiguan'] },
]
export const colors = ['black', 'white', 'silver', 'gray', 'blue', 'red', 'green']

function words(text: string): string[] {
  return text.split(' ')
}
