import { csvPage } from '../../doors/csvPage.ts';
import { RequestSelection } from './contract.ts';
import { exportRequests } from './export.ts';

/** Downloads that the dashboard offers. */
export const requestPages = [
  csvPage('/requests.csv', { name: 'requests', selection: RequestSelection, save: exportRequests }),
];
