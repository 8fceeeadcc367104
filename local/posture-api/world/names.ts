const words = (text: string): readonly string[] => text.trim().split(/\s+/);

export const FIRST_NAMES = words(`
  Aaliyah Adriana Aiko Alejandro Amara Amelie Amir Ana Anders Anika Arjun Astrid Beatriz Ben Bianca Bogdan
  Camille Carlos Chiara Chidi Clara Daniel Daria David Deepa Dmitri Elena Elif Emeka Emma Erik Esther
  Fatima Felix Fiona Florian Freya Gabriel Giulia Grace Hana Hannah Hugo Ines Ingrid Isaac Ivan Jakub
  James Jana Javier Joana Jonas Julia Kamal Karin Katarzyna Kenji Khadija Kofi Lars Laura Layla Leo
  Lin Linnea Lucas Magda Maria Marco Mariam Mateo Maya Mei Mia Miguel Mina Nadia Naomi Nikhil
  Nina Noah Nora Oliver Olga Omar Pavel Petra Priya Rafael Rania Ravi Rosa Ruth Samir Sara
  Sean Selin Sofia Stefan Sunita Tariq Teresa Thomas Tom Valentina Victor Wanjiru Wei Yara Yusuf Zoe
`);

export const LAST_NAMES = words(`
  Abbott Adeyemi Aguilar Ahmed Andersson Arslan Bakker Banerjee Bauer Becker Bergström Bianchi Brandt Brennan
  Carter Castillo Chen Cohen Costa Dahl Davies Delgado Demir Dubois Eriksen Farah Fernandes Fischer
  Fontaine Forsberg Garcia Gomes Grant Gupta Haddad Hansen Hartmann Hayashi Hoffmann Horvat Hughes Ibrahim
  Ivanova Iyer Jansen Jensen Johansson Jovanović Kaplan Kapoor Keller Khan Kim Kowalski Krüger Kumar
  Lambert Larsen Lefèvre Lehmann Lindqvist Lopez Mahmoud Malik Mancini Marino Martin Mbeki Mehta Mendes
  Meyer Molina Moreau Morgan Mukherjee Müller Murphy Nakamura Navarro Nielsen Nowak Oduya Okafor Olsen
  Ortega Osei Özdemir Park Patel Pereira Petrov Popescu Quinn Ramos Reyes Ricci Rossi Ruiz
  Saito Salazar Santos Sato Schneider Schwarz Sharma Silva Singh Sørensen Suzuki Takahashi Tanaka Torres
  Tran Vargas Vasquez Virtanen Vogel Wagner Walker Weber Weiss Wilson Wong Yamamoto Yılmaz Zhang
  Ziegler Zimmermann
`);

export type Job = { readonly department: string; readonly titles: readonly string[] };

export const JOBS: readonly Job[] = [
  {
    department: 'Finance',
    titles: ['Accounts Payable Specialist', 'Financial Controller', 'Treasury Analyst'],
  },
  { department: 'Engineering', titles: ['Software Engineer', 'Staff Engineer', 'Release Engineer'] },
  {
    department: 'IT Operations',
    titles: ['Systems Administrator', 'Cloud Administrator', 'Service Desk Analyst'],
  },
  {
    department: 'Sales',
    titles: ['Account Executive', 'Regional Sales Manager', 'Sales Operations Analyst'],
  },
  { department: 'Human Resources', titles: ['HR Business Partner', 'Payroll Specialist', 'Recruiter'] },
  { department: 'Research', titles: ['Research Scientist', 'Lab Manager', 'Data Scientist'] },
  { department: 'Legal', titles: ['Contract Counsel', 'Paralegal', 'Compliance Officer'] },
  { department: 'Marketing', titles: ['Campaign Manager', 'Content Editor', 'Brand Designer'] },
  { department: 'Procurement', titles: ['Purchasing Manager', 'Vendor Manager', 'Sourcing Analyst'] },
  {
    department: 'Customer Support',
    titles: ['Support Engineer', 'Support Team Lead', 'Onboarding Specialist'],
  },
];

/** Plain letters for mail addresses: `Jovanović` becomes `jovanovic`. */
export const asLogin = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ø', 'o')
    .replaceAll('ı', 'i')
    .replaceAll('ß', 'ss');
