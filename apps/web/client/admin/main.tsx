import { mount } from '../kit/mount.js';
import '../styles/admin-pages.css';
import { Root } from './root.js';

mount(<Root />);
