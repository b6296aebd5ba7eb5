import { csvPage } from '../../doors/csvPage.ts';
import { RequestSelection } from './contract.ts';
import { exportRequests } from './export.ts';

/** What the dashboard opens to save. */
export const requestPages = [
  csvPage('/requests.csv', { name: 'requests', selection: RequestSelection, save: exportRequests }),
];
