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

const JOBS_BY_DEPARTMENT = {
  Finance: ['Accounts Payable Specialist', 'Financial Controller', 'Treasury Analyst'],
  Engineering: ['Software Engineer', 'Staff Engineer', 'Release Engineer'],
  'IT Operations': ['Systems Administrator', 'Cloud Administrator', 'Service Desk Analyst'],
  Sales: ['Account Executive', 'Regional Sales Manager', 'Sales Operations Analyst'],
  'Human Resources': ['HR Business Partner', 'Payroll Specialist', 'Recruiter'],
  Research: ['Research Scientist', 'Lab Manager', 'Data Scientist'],
  Legal: ['Contract Counsel', 'Paralegal', 'Compliance Officer'],
  Marketing: ['Campaign Manager', 'Content Editor', 'Brand Designer'],
  Procurement: ['Purchasing Manager', 'Vendor Manager', 'Sourcing Analyst'],
  'Customer Support': ['Support Engineer', 'Support Team Lead', 'Onboarding Specialist'],
};
export const JOBS = Object.entries(JOBS_BY_DEPARTMENT).map(([department, titles]) => ({
  department,
  titles,
}));

/** Plain letters for mail addresses: `Jovanović` becomes `jovanovic`. */
export const asLogin = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ø', 'o')
    .replaceAll('ı', 'i')
    .replaceAll('ß', 'ss');
